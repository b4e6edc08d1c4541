/** What an upstream call is for. Each purpose has a share of the calls that no other can take. */
export type CallPurpose =
  /** A cache miss of a visitor whose address had cached answers before. */
  | "visitor"
  /** A cache miss of an address without such a history, or with too many names that do not exist. */
  | "newcomer"
  /** Renewing a stale cache entry. */
  | "refresh"
  /** The job that looks for deletions. */
  | "recheck";

/** The answer of the call budget to one question. */
export interface Grant {
  isGranted: boolean;
  /** Share of the last minute's calls that are used up, 0 to 1. */
  pressure: number;
  /** The call is within the share that is reserved for its purpose. */
  isReserved: boolean;
  /** When the next call can be granted, in milliseconds from now. */
  waitMs: number;
}

/** The shared limit of upstream calls per minute, one per source scope. */
export interface CallBudgetPort {
  /** Counts one call if there is room. */
  take(scope: string, purpose: CallPurpose): Promise<Grant>;
  /** The same answer without counting a call. */
  peek(scope: string, purpose: CallPurpose): Promise<Grant>;
}
