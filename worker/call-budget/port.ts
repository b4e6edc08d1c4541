/** The purpose of an upstream call. Each has a reserved share of the calls. */
export type CallPurpose =
  /** A cache miss of an address that mostly had cached answers before. */
  | "visitor"
  /** A cache miss of a new address, or of one with too many requests for names that do not exist. */
  | "newcomer"
  /** Renewing a stale cache entry. */
  | "refresh"
  /** The job that looks for deletions. */
  | "recheck";

/** Whose call it is. */
export interface Caller {
  purpose: CallPurpose;
  /** The visitor's network, whose calls are counted together; absent for jobs and without limits. */
  sender?: string | undefined;
}

export interface BudgetAnswer {
  isGranted: boolean;
  /** The sender has made too many of the last minute's calls. The rest of the answer is about this sender only. */
  isOverShare: boolean;
  /** No call of this purpose is free, for this sender or another. */
  isAllTaken: boolean;
  /** The used share of the limit in the last minute, 0 to 1. */
  pressure: number;
  /** The call is within the share that is reserved for its purpose. */
  isReserved: boolean;
  /** When the next call can be granted, in milliseconds from now. */
  waitMs: number;
}

/** The shared limit of upstream calls per minute, one per source scope. */
export interface CallBudgetPort {
  /** Counts one call if there is room. */
  take(scope: string, caller: Caller): Promise<BudgetAnswer>;
  /** The same answer without counting a call. */
  peek(scope: string, purpose: CallPurpose): Promise<BudgetAnswer>;
}
