import { describe, expect, test } from "vitest";
import { handleSampleReddit } from "./reddit.ts";
import { SAMPLE_CLIENT, mintToken } from "./token.ts";

const NOW = Date.UTC(2026, 10, 21, 15, 20);
const AGENT = "web:test:1.0 (by /u/test)";
const bearer = `Bearer ${mintToken(NOW)}`;

function get(path: string, headers: Record<string, string> = {}, now = NOW) {
  const request = new Request(`https://reddit.invalid${path}`, {
    headers: { "user-agent": AGENT, authorization: bearer, ...headers },
  });
  return handleSampleReddit(request, now);
}

function askToken(client: string, body: string) {
  return handleSampleReddit(
    new Request("https://reddit.invalid/api/v1/access_token", {
      method: "POST",
      headers: {
        "user-agent": AGENT,
        authorization: `Basic ${btoa(client)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body,
    }),
    NOW,
  );
}

interface Listing {
  data: {
    after: string | null;
    before: string | null;
    dist: number;
    children: { kind: string; data: Record<string, unknown> }[];
  };
}

const listing = async (path: string) => (await (await get(path)).json()) as Listing;
const names = (page: Listing) => page.data.children.map((child) => child.data.name);

describe("token", () => {
  test("a client with its secret gets a bearer for an hour, and the bearer works", async () => {
    const response = await askToken(
      `${SAMPLE_CLIENT.id}:${SAMPLE_CLIENT.secret}`,
      "grant_type=client_credentials",
    );
    const body = (await response.json()) as { access_token: string };
    expect(body).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "*" });
    const authorization = `Bearer ${body.access_token}`;
    expect((await get("/user/gemhunter/about", { authorization })).status).toBe(200);
  });

  test("an installed client has no secret and names its device", async () => {
    const grant = "grant_type=https%3A%2F%2Foauth.reddit.com%2Fgrants%2Finstalled_client";
    const device = "DO_NOT_TRACK_THIS_DEVICE";
    const good = await askToken(`${SAMPLE_CLIENT.id}:`, `${grant}&device_id=${device}`);
    expect(await good.json()).toMatchObject({ device_id: device });
    expect((await askToken(`${SAMPLE_CLIENT.id}:`, grant)).status).toBe(400);
    expect((await askToken(`${SAMPLE_CLIENT.id}:x`, `${grant}&device_id=${device}`)).status).toBe(
      401,
    );
  });

  test("a wrong client is 401", async () => {
    const response = await askToken("nobody:nothing", "grant_type=client_credentials");
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ message: "Unauthorized", error: 401 });
  });

  test("a missing, forged or expired bearer is 401", async () => {
    const path = "/user/gemhunter/about";
    expect((await get(path, { authorization: "" })).status).toBe(401);
    expect((await get(path, { authorization: `${bearer.slice(0, -1)}x` })).status).toBe(401);
    expect((await get(path, {}, NOW + 3_600_001)).status).toBe(401);
  });

  test("a library's default User-Agent gets the block page", async () => {
    const response = await get("/user/gemhunter/about", { "user-agent": "node" });
    expect(response.status).toBe(403);
    expect(response.headers.get("content-type")).toContain("text/html");
  });
});

describe("listing", () => {
  test("a batch has 25 posts by default and 100 at most, and paging to the end shows every post once", async () => {
    expect((await listing("/user/stone_a_day/submitted")).data.dist).toBe(25);
    const first = await listing("/user/stone_a_day/submitted?sort=new&limit=500");
    const second = await listing(
      `/user/stone_a_day/submitted?sort=new&limit=100&after=${first.data.after}`,
    );
    const third = await listing(
      `/user/stone_a_day/submitted?sort=new&limit=100&after=${second.data.after}`,
    );
    expect(first.data.dist).toBe(100);
    expect(third.data.after).toBeNull();
    expect(new Set([first, second, third].flatMap(names)).size).toBe(300);
  });

  test("new sorts by time, top by score, hot by both", async () => {
    const of = async (query: string) =>
      (await listing(`/user/gemhunter/submitted?limit=100&${query}`)).data.children.map(
        (child) => child.data as { score: number; created_utc: number; name: string },
      );
    const times = (await of("sort=new")).map((post) => post.created_utc);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const scores = (await of("sort=top&t=all")).map((post) => post.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const ids = async (sort: string) => (await of(`sort=${sort}`)).map((post) => post.name).join();
    expect(new Set([await ids("hot"), await ids("new"), await ids("top")]).size).toBe(3);
  });

  test("names are case-insensitive, and ids and posts are the same on another day", async () => {
    const today = await listing("/user/GemHunter/submitted?sort=new&limit=100");
    const later = (await (
      await handleSampleReddit(
        new Request("https://reddit.invalid/user/gemhunter/submitted?sort=new&limit=100", {
          headers: {
            "user-agent": AGENT,
            authorization: `Bearer ${mintToken(NOW + 86_400_000)}`,
          },
        }),
        NOW + 86_400_000,
      )
    ).json()) as Listing;
    expect(names(later)).toEqual(names(today));
    const urls = (page: Listing) => page.data.children.map((child) => child.data.url);
    expect(urls(later)).toEqual(urls(today));
  });

  test("strings are HTML-escaped unless raw_json=1 is sent", async () => {
    const raw = await (await get("/user/gemhunter/submitted?raw_json=1")).text();
    const escaped = await (await get("/user/gemhunter/submitted")).text();
    expect(raw).not.toContain("&amp;");
    expect(escaped).toContain("&amp;");
    expect(escaped).not.toMatch(/"url":"[^"]*&(?!amp;)/);
  });

  test("answers carry the rate-limit headers as Reddit writes them", async () => {
    const { headers } = await get("/user/gemhunter/about");
    expect(headers.get("x-ratelimit-remaining")).toMatch(/^\d+\.\d$/);
    expect(headers.get("x-ratelimit-used")).toMatch(/^\d+$/);
    expect(Number(headers.get("x-ratelimit-reset"))).toBeLessThanOrEqual(600);
  });
});

describe("people", () => {
  const about = async (name: string) =>
    (await (await get(`/user/${name}/about?raw_json=1`)).json()) as {
      data: Record<string, unknown>;
    };

  test("a suspended account has only its name, and its listing is forbidden", async () => {
    const { data } = await about("lostclaim");
    expect(data).toMatchObject({ name: "lostclaim", is_suspended: true });
    expect(data).not.toHaveProperty("id");
    expect((await get("/user/lostclaim/submitted")).status).toBe(403);
  });

  test("a hidden profile has karma and an empty listing; a new account has neither", async () => {
    expect((await about("quietvein")).data.link_karma).toBeGreaterThan(10);
    expect((await listing("/user/quietvein/submitted")).data.children).toEqual([]);
    expect((await about("blank_slate")).data.link_karma).toBeLessThanOrEqual(10);
    expect((await listing("/user/blank_slate/submitted")).data.children).toEqual([]);
  });

  test("an unknown name is Reddit's plain 404", async () => {
    const response = await get("/user/no_such_person/about");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: "Not Found", error: 404 });
  });
});

describe("by id", () => {
  test("info returns posts and users in the order of the ids and leaves out unknown ones", async () => {
    const { data } = await about();
    const page = await listing(`/api/info?id=t3_1gem001,t2_${data.id},t3_zzzzzzz,t3_1sto300`);
    expect(page.data.children.map((child) => child.kind)).toEqual(["t3", "t2", "t3"]);
    async function about() {
      return (await (await get("/user/gemhunter/about")).json()) as { data: { id: string } };
    }
  });

  test("by_id returns posts, and 404 when there is none", async () => {
    expect(names(await listing("/by_id/t3_1gem002,t3_1gem001"))).toEqual([
      "t3_1gem002",
      "t3_1gem001",
    ]);
    expect((await get("/by_id/t3_zzzzzzz")).status).toBe(404);
  });

  test("a post deleted since it was listed is deleted in a lookup by id", async () => {
    const page = await listing("/user/oddments/submitted?sort=new&limit=100");
    const before = page.data.children.find((child) => child.data.name === "t3_1odd015");
    const again = (await listing("/api/info?id=t3_1odd015")).data.children[0]?.data;
    expect(before?.data.author).toBe("oddments");
    expect(again).toMatchObject({ author: "[deleted]", removed_by_category: "deleted" });
  });
});

describe("faults", () => {
  const status = async (name: string) => (await get(`/user/${name}/submitted`)).status;

  test("each fault name answers with its fault", async () => {
    const limited = await get("/user/fault_429/about");
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "37"]);
    const blocked = await get("/user/fault_403/about");
    expect([blocked.status, await blocked.text()]).toEqual([
      403,
      expect.stringContaining("blocked by network security"),
    ]);
    expect(await status("fault_500")).toBe(500);
    await expect((await get("/user/fault_truncated/submitted")).json()).rejects.toThrow(
      SyntaxError,
    );
    expect(await (await get("/user/fault_empty/submitted")).text()).toBe("");
    expect([await status("fault_about"), (await get("/user/fault_about/about")).status]).toEqual([
      200, 500,
    ]);
    expect([
      await status("fault_listing"),
      (await get("/user/fault_listing/about")).status,
    ]).toEqual([403, 200]);
  });

  test("the second page of fault_page2 fails, the first does not", async () => {
    const path = "/user/fault_page2/submitted?sort=new&limit=100";
    const first = await listing(path);
    expect(first.data.after).not.toBeNull();
    expect((await get(`${path}&after=${first.data.after}`)).status).toBe(500);
  });

  test("the slow name stops waiting when its caller aborts", async () => {
    const stop = new AbortController();
    const answer = handleSampleReddit(
      new Request("https://reddit.invalid/user/fault_slow/about", {
        headers: { "user-agent": AGENT, authorization: bearer },
        signal: stop.signal,
      }),
      NOW,
    );
    stop.abort();
    await expect(answer).rejects.toThrow(/abort/i);
  });
});
