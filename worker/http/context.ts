import { Hono, type Context } from "hono";
import type { Deps } from "#worker/deps.ts";

export interface AppEnv {
  /** Set by createWorker. */
  Bindings: { deps: Deps };
  Variables: { requestId: string; isBodyAwaited?: boolean };
}

export type AppContext = Context<AppEnv>;

export const newRouter = () => new Hono<AppEnv>();
