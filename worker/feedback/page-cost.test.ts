import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { adminApp, adminHeaders } from "#worker/testing/admin.ts";

const app = adminApp();
const headers = await adminHeaders(app);

const PER_KIND = 2_000;

/** The open bugs are the oldest, behind all entries of the same status and all of the same type. */
beforeAll(async () => {
  const kinds = ["('open', 'bug')", "('open', 'general')", "('closed', 'bug')"];
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${PER_KIND}),
      kind(status, type) as (values ${kinds.join(", ")})
    insert into feedback (id, title, description, status, type, created_at)
      select status || type || i, 't', 'd', status, type,
        i + case when status = 'open' and type = 'bug' then 0 else ${PER_KIND} end
      from n cross join kind`,
  ).run();
});

test.each(["", "&status=open", "&type=bug", "&type=bug&status=open"])(
  "the first page of the list%s reads its own rows and the rows of the counts",
  async (filter) => {
    app.meter.reset();
    const answer = await app.request(`/api/feedback?limit=2${filter}`, { headers });
    expect(answer.status).toBe(200);
    expect(app.meter.statements, "one for the token, two for the page").toBe(3);
    expect(app.meter.rowsRead).toBeLessThan(30);
  },
);
