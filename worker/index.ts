import { createWorker } from "./worker.ts";

export { CallBudget } from "./call-budget/durable-object.ts";

/** The production entry. Local development starts sample/entry.ts instead. */
export default createWorker();
