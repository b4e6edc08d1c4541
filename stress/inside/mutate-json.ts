import * as fc from "fast-check";
import { nasty } from "./hostile-input.ts";

/** One change to a JSON document, at the end of a walk of random steps. */
export interface Mutation {
  steps: number[];
  kind: "delete" | "replace" | "nest" | "copy" | "repeat" | "rename" | "huge" | "deep";
  value: unknown;
}

const ADDRESSES = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)//https://i.redd.it/a.jpg",
  "\u0001javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html;base64,PHNjcmlwdD4=",
  "vbscript:x",
  "blob:https://i.redd.it/x",
  "file:///etc/passwd",
  "ftp://i.redd.it/a.jpg",
  "http://i.redd.it/a.jpg",
  "//i.redd.it/a.jpg",
  "https://i.redd.it@evil.example/a.jpg",
  "https://user:pass@v.redd.it/a",
  "https://v.redd.it\\@evil.example/x.mp4",
  "https://v.redd.it.evil.example/abc/DASH_720.mp4",
  "https://evil.example/v.redd.it/abc",
  "https://redgifs.com.evil.example/watch/abc",
  "https://www.redgifs.com/watch/../../x",
  "https://www.redgifs.com/watch/%2e%2e%2fx",
  'https://youtu.be/"><script>',
  "https://www.youtube.com/watch?v=javascript:alert(1)",
  "https://www.youtube.com/watch?v=../../../x",
  "https://streamable.com/e/..%2f..%2f",
  "https://imgur.com/a/..%2f",
  "https://i.imgur.com/.gifv",
  "https://localhost/x.jpg",
  "https://127.0.0.1/x.mp4",
  "https://[::1]/x.mp4",
  "https://i.redd.it:8443/a.jpg",
  "https://i.redd.it/a.jpg#<svg onload=alert(1)>",
  "https://",
  "https:///x",
  "https://ï.redd.it/a.jpg",
  `https://i.redd.it/${"a".repeat(5000)}.jpg`,
  `https://v.redd.it/${"/".repeat(4000)}`,
  "&amp;".repeat(2000),
];

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...ADDRESSES) },
  { weight: 3, arbitrary: nasty },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 0.5, "", [], {}, [[]]),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.integer() },
);

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    steps: fc.array(fc.nat(), { minLength: 1, maxLength: 7 }),
    kind: fc.constantFrom<Mutation["kind"]>(
      "delete",
      "replace",
      "replace",
      "replace",
      "nest",
      "copy",
      "repeat",
      "rename",
      "huge",
      "deep",
    ),
    value,
  }),
  { minLength: 1, maxLength: 6 },
);

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container =>
  typeof value === "object" && value !== null;

/** The last object or array of the walk, and a key in it. */
function find(root: Container, steps: number[]): { container: Container; key: string } | null {
  let container = root;
  for (const [index, step] of steps.entries()) {
    const keys = Object.keys(container);
    const key = keys[step % keys.length];
    if (key === undefined) return null;
    const next = container[key];
    if (index === steps.length - 1 || !isContainer(next) || Object.keys(next).length === 0)
      return { container, key };
    container = next;
  }
  return null;
}

function deep(levels: number, value: unknown): unknown {
  let made = value;
  for (let level = 0; level < levels; level += 1) made = level % 2 ? [made] : { a: made };
  return made;
}

function mutate(root: Container, { steps, kind, value }: Mutation): void {
  const place = find(root, steps);
  if (!place) return;
  const { container, key } = place;
  const old = container[key];
  if (kind === "delete") delete container[key];
  else if (kind === "replace") container[key] = structuredClone(value);
  else if (kind === "nest") container[key] = { [key]: old };
  else if (kind === "copy") container[key] = structuredClone(root);
  else if (kind === "repeat") container[key] = Array.from({ length: 50 }, () => old);
  else if (kind === "huge") container[key] = String(value).slice(0, 500).repeat(300);
  else if (kind === "deep") container[key] = deep(400, value);
  else if (!Array.isArray(container)) {
    delete container[key];
    Object.defineProperty(container, String(value).slice(0, 40) || "__proto__", {
      value: old,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
}

const GROWING = new Set<Mutation["kind"]>(["copy", "repeat", "huge", "deep"]);

/** Returns a value that JSON can contain. At most one change makes it grow, because two would multiply. */
export function mutated<T>(original: T, changes: Mutation[]): T {
  const copy = structuredClone(original) as T & Container;
  const first = changes.find(({ kind }) => GROWING.has(kind));
  for (const change of changes) {
    if (!GROWING.has(change.kind) || change === first) mutate(copy, change);
  }
  return JSON.parse(JSON.stringify(copy)) as T;
}
