import { Hono } from "hono";
import * as z from "zod/mini";
import { searchRequest } from "#schema/api/search.ts";
import { API_HEADERS } from "#worker/http/security-headers.ts";
import { withLogFields } from "#worker/lib/log.ts";

interface Bindings {
  DB: D1Database;
  KV: KVNamespace;
}

const bare = new Hono<{ Bindings: Bindings }>();
const texts = new Map<string, string>();
const json = { "Content-Type": "application/json" };

/** Reads the body, as every server has to. */
bare.use(async (c, next) => {
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
bare.on(["GET", "POST"], "/static/:size", (c) => c.body(textOf(c.req.param("size")), 200, json));

bare.get("/hello", (c) => c.json(SIGNED_OUT));

const required = Object.entries({ ...API_HEADERS, "Cache-Control": "private, no-store" });

/** Adds the headers and the request id of every API answer, and keeps the id for the log. */
async function withHeaders(answer: () => Response | Promise<Response>): Promise<Response> {
  const id = crypto.randomUUID();
  const response = await withLogFields(() => ({ requestId: id }), answer);
  for (const [name, value] of required) response.headers.set(name, value);
  response.headers.set("X-Request-Id", id);
  return response;
}

bare.get("/with-headers/static/:size", (c) =>
  withHeaders(() => c.body(textOf(c.req.param("size")), 200, json)),
);

bare.post("/with-headers/static/:size", (c) =>
  withHeaders(async () => {
    z.parse(searchRequest, await c.req.json());
    return c.body(textOf(c.req.param("size")), 200, json);
  }),
);

bare.get("/with-headers/hello", (c) => withHeaders(() => c.json(SIGNED_OUT)));

bare.get("/select", async (c) =>
  c.json(await c.env.DB.prepare("select * from bare where id = ?").bind(500).first()),
);

bare.post("/select25", async (c) => {
  const rows = await c.env.DB.prepare("select * from bare where id > ? limit 25").bind(500).all();
  return c.json(rows.results);
});

bare.on(["POST", "DELETE"], "/toggle", async (c) => {
  const change =
    c.req.method === "POST"
      ? "insert or ignore into bare_heart (user, target) values (?, 1)"
      : "delete from bare_heart where user = ? and target = 1";
  const [, counted] = await c.env.DB.batch([
    c.env.DB.prepare(change).bind(7),
    c.env.DB.prepare("select id from bare where id = ?").bind(1),
  ]);
  return c.json(counted?.results[0] ?? null);
});

bare.post("/kv", async (c) => {
  const text = await c.env.KV.get("page");
  return c.body(text ?? "", 200, json);
});

export default bare;
