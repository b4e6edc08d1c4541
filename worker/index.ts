import { createWorker } from "./worker.ts";

/** The production entry. Local development starts sample/entry.ts instead. */
export default createWorker();
