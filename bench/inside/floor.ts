import { Hono } from "hono";

interface Bindings {
  DB: D1Database;
  KV: KVNamespace;
}

const floor = new Hono<{ Bindings: Bindings }>();
const texts = new Map<string, string>();
const json = { "Content-Type": "application/json" };

/** Every server has to read the body. */
floor.use(async (c, next) => {
  if (c.req.method === "POST") await c.req.text();
  await next();
});

/** The least work of a Hono route for each job: no validation, no log, no security headers. */
floor.on(["GET", "POST"], "/static/:size", (c) => {
  const size = c.req.param("size");
  const text = texts.get(size) ?? JSON.stringify("x".repeat(Number(size) - 2));
  texts.set(size, text);
  return c.body(text, 200, json);
});

floor.get("/hello", (c) => c.json({ isAuthenticated: false, user: null }));

floor.get("/select", async (c) =>
  c.json(await c.env.DB.prepare("select * from floor where id = ?").bind(500).first()),
);

floor.on(["GET", "POST"], "/select25", async (c) => {
  const rows = await c.env.DB.prepare("select * from floor where id > ? limit 25").bind(500).all();
  return c.json(rows.results);
});

floor.on(["POST", "DELETE"], "/toggle", async (c) => {
  const change =
    c.req.method === "POST"
      ? "insert or ignore into floor_heart (user, target) values (?, 1)"
      : "delete from floor_heart where user = ? and target = 1";
  const [, counted] = await c.env.DB.batch([
    c.env.DB.prepare(change).bind(7),
    c.env.DB.prepare("select id from floor where id = ?").bind(1),
  ]);
  return c.json(counted?.results[0] ?? null);
});

floor.on(["GET", "POST"], "/kv", async (c) => {
  const text = await c.env.KV.get("page");
  return c.body(text ?? "", 200, json);
});

/** wrangler.toml names this class; the floor never makes one. */
export class CallBudget {
  readonly isNeverMade = true;
}

export default floor;
