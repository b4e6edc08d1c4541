import { createWorker } from "./worker.ts";

export { QuotaDesk } from "./quota-desk.ts";

/** The production entry. Local development starts sample/entry.ts instead. */
export default createWorker();
