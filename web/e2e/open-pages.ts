import { paths } from "#web/paths.ts";

const NOT_OPEN = ["user", "account", "not-found"];

/** Pages without account and username. A page added to `paths` is tested without an edit here. */
export const OPEN_PAGES = Object.entries(paths)
  .filter(([name]) => !NOT_OPEN.includes(name))
  .map(([, path]) => (path as () => string)());
