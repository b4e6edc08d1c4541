import { createServer } from "node:http";

export interface Account {
  exists: boolean;
  secrets: string[];
  applied: string[];
  buckets?: string[];
  /** The token lacks the right to R2. */
  hidesBuckets?: boolean;
  /** D1's setting; absent if its API names none. */
  replication?: "auto" | "disabled";
  /** D1 refuses statements that contain this text. */
  refusedSql?: string;
}

/**
 * Answers a deploy's calls of Cloudflare's API for the account in the first argument (JSON). Runs in its own process,
 * because the test blocks while wrangler runs. Prints its port, then each call.
 */
const account = JSON.parse(process.argv[2] ?? "{}") as Account;

const rows = (results: unknown[]) => [{ success: true, results, meta: { duration: 1 } }];
const secrets = account.secrets.map((name) => ({ name, type: "secret_text" }));
const applied = account.applied.map((name, index) => ({ id: index + 1, name, applied_at: "" }));

function answer(url: string, sql: string): { status: number; body: object } {
  const good = (result: unknown) => ({
    status: 200,
    body: { success: true, errors: [], messages: [], result },
  });
  const refused = (status: number, code: number, message: string) => ({
    status,
    body: { success: false, errors: [{ code, message }], messages: [], result: null },
  });
  if (url.includes("/secrets") && !account.exists)
    return refused(404, 10007, "This Worker does not exist on your account.");
  if (url.includes("/secrets")) return good(secrets);
  if (url.includes("/r2/buckets") && account.hidesBuckets)
    return refused(403, 10000, "Authentication error");
  if (url.includes("/r2/buckets")) {
    const buckets = (account.buckets ?? []).map((name) => ({ name, creation_date: "" }));
    const [, wanted] = /\/r2\/buckets\/([\w-]+)/.exec(url) ?? [];
    // The API's page, of which wrangler reads the first.
    if (wanted === undefined) return good({ buckets: buckets.slice(0, 20) });
    const found = buckets.find(({ name }) => name === wanted);
    return found ? good(found) : refused(404, 10006, "The specified bucket does not exist.");
  }
  if (url.includes("/time_travel/bookmark")) return good({ bookmark: "00000001-0000-restore" });
  if (account.refusedSql !== undefined && sql.includes(account.refusedSql))
    return refused(400, 7500, "SQLITE_ERROR");
  if (url.includes("/query")) return good(rows(applied));
  const { replication } = account;
  return good({
    uuid: "0",
    name: "unearth-production",
    version: "production",
    num_tables: 0,
    ...(replication && { read_replication: { mode: replication } }),
  });
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const sql = Buffer.concat(chunks).toString();
    console.log(`${request.method} ${request.url} ${sql.slice(0, 200).replaceAll(/\s+/g, " ")}`);
    const { status, body } = answer(request.url ?? "", sql);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" && address ? String(address.port) : "0");
});
