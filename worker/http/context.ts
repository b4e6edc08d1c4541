import { Hono, type Context } from "hono";
import type { Deps } from "#worker/deps.ts";

export interface AppEnv {
  /** Handed over by createWorker, so that a handler finds everything in one place. */
  Bindings: { deps: Deps };
  Variables: { requestId: string };
}

export type AppContext = Context<AppEnv>;

/** Every noun's routes are made here, so that all share one type. */
export const newRouter = () => new Hono<AppEnv>();
