import { createServer } from "node:http";

/**
 * Stands in for the few calls of Cloudflare's API that a deploy makes, in a process of its own
 * because wrangler is waited for. Its account is described by the JSON of the first argument; it says
 * its port on the first line and then every call it gets.
 */
const account = JSON.parse(process.argv[2] ?? "{}") as {
  exists: boolean;
  secrets: string[];
  applied: string[];
};

const rows = (results: unknown[]) => [{ success: true, results, meta: { duration: 1 } }];
const secrets = account.secrets.map((name) => ({ name, type: "secret_text" }));
const applied = account.applied.map((name, index) => ({ id: index + 1, name, applied_at: "" }));

function answer(url: string): { status: number; body: object } {
  const good = (result: unknown) => ({
    status: 200,
    body: { success: true, errors: [], messages: [], result },
  });
  if (url.includes("/secrets") && !account.exists)
    return {
      status: 404,
      body: {
        success: false,
        errors: [{ code: 10007, message: "This Worker does not exist on your account." }],
        messages: [],
        result: null,
      },
    };
  if (url.includes("/secrets")) return good(secrets);
  if (url.includes("/time_travel/bookmark")) return good({ bookmark: "00000001-0000-restore" });
  if (url.includes("/query")) return good(rows(applied));
  return good({ uuid: "0", name: "unearth-production", version: "production", num_tables: 0 });
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const sql = Buffer.concat(chunks).toString();
    console.log(`${request.method} ${request.url} ${sql.slice(0, 200).replaceAll(/\s+/g, " ")}`);
    const { status, body } = answer(request.url ?? "");
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" && address ? String(address.port) : "0");
});
