import { createServer } from "node:http";
import { expect, test } from "vitest";
import { runJobs } from "./cron.ts";

test("an unknown name among several is refused before any job runs", async () => {
  const ran: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    if (url === "/api/health") return response.end(JSON.stringify({ cron: { badges: null } }));
    ran.push(url);
    return response.end(JSON.stringify({ outcome: "ok" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  await expect(runJobs(baseUrl, ["badges", "nosuch"])).rejects.toThrow(
    'There is no job "nosuch": badges',
  );
  expect(ran).toEqual([]);
  server.close();
});
