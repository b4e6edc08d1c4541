import { Hono } from "hono";
import * as z from "zod/mini";
import { searchRequest } from "#schema/api/posts.ts";
import { API_HEADERS } from "#worker/http/security-headers.ts";
import { withLogFields } from "#worker/log.ts";

interface Bindings {
  DB: D1Database;
  KV: KVNamespace;
}

const floor = new Hono<{ Bindings: Bindings }>();
const texts = new Map<string, string>();
const json = { "Content-Type": "application/json" };

/** Reads the body, as every server has to. */
floor.use(async (c, next) => {
  if (c.req.method === "POST") await c.req.text();
  await next();
});

const textOf = (size: string): string => {
  const text = texts.get(size) ?? JSON.stringify("x".repeat(Number(size) - 2));
  texts.set(size, text);
  return text;
};

const SIGNED_OUT = { isAuthenticated: false, user: null };

/** The minimum of a Hono route per task: no validation, no log, no security headers. */
floor.on(["GET", "POST"], "/static/:size", (c) => c.body(textOf(c.req.param("size")), 200, json));

floor.get("/hello", (c) => c.json(SIGNED_OUT));

const required = Object.entries({ ...API_HEADERS, "Cache-Control": "private, no-store" });

/** Adds the headers and the request id of every API answer, and keeps the id for the log. */
async function withHeaders(answer: () => Response | Promise<Response>): Promise<Response> {
  const id = crypto.randomUUID();
  const response = await withLogFields(() => ({ requestId: id }), answer);
  for (const [name, value] of required) response.headers.set(name, value);
  response.headers.set("X-Request-Id", id);
  return response;
}

floor.get("/with-headers/static/:size", (c) =>
  withHeaders(() => c.body(textOf(c.req.param("size")), 200, json)),
);

floor.post("/with-headers/static/:size", (c) =>
  withHeaders(async () => {
    z.parse(searchRequest, await c.req.json());
    return c.body(textOf(c.req.param("size")), 200, json);
  }),
);

floor.get("/with-headers/hello", (c) => withHeaders(() => c.json(SIGNED_OUT)));

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

/** Required by wrangler.toml; the floor never creates one. */
export class CallBudget {
  readonly isNeverMade = true;
}

export default floor;
