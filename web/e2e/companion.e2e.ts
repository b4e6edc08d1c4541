import type { ConsoleMessage, Page } from "@playwright/test";
import { brand } from "#schema/brand.ts";
import { becomeMember, seeToast } from "./account-page.ts";
import {
  browserPath,
  chip,
  question,
  sayYes,
  test,
  useOwnReddit,
  WHY_SKIPPED,
} from "./companion-fixture.ts";
import { cards, titleOf } from "./feed-page.ts";
import { expect } from "./fixtures.ts";
import { SCRIPT, titlesOf } from "./reddit-stand-in.ts";

test.skip(!browserPath, WHY_SKIPPED);

// Playwright's evaluate counts as a user activation, and a trace's snapshots use it.
test.use({ trace: { mode: "retain-on-failure", screenshots: false, snapshots: false } });

test("the companion is off until the visitor consents; then the page shows their Reddit, and the server gets name, ids and crossposts' originals", async ({
  page,
  reddit,
}) => {
  reddit.isHostile = true;
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/") && request.method() === "POST")
      bodies.push(request.postDataJSON());
  });
  await page.goto("/user/gemhunter");
  await expect(chip(page, "Sample")).toBeVisible();
  await expect(page.getByText("Your companion is installed.")).toBeVisible();
  expect(reddit.calls).toEqual([]);
  await page.evaluate(() => {
    const seen: unknown[] = ((globalThis as { seen?: unknown[] }).seen = []);
    addEventListener("message", ({ data }) => seen.push(data));
  });
  await page.getByRole("button", { name: "Use your Reddit" }).click();
  await sayYes(page);
  await expect(chip(page, "Your Reddit")).toBeVisible();
  await expect(page.getByRole("main"), "the offer is gone").toBeFocused();
  await expect(page.getByText(SCRIPT, { exact: true }).first()).toBeAttached();
  expect(await page.title()).not.toContain("owned");
  expect(
    reddit.calls.every((path) => /^\/user\/gemhunter\/(submitted|about)\.json/.test(path)),
  ).toBe(true);
  const seen = await page.evaluate(() => JSON.stringify((globalThis as { seen?: unknown }).seen));
  expect(seen).toContain("children");
  expect(seen).not.toMatch(/private|"saved"|"likes"|modhash/);
  const keysOf = (one: object) => Object.keys(one).toSorted().join();
  for (const body of bodies) {
    const { origins = [], ...others } = body as { origins?: object[] };
    expect(keysOf(others)).toBe("creator,items");
    for (const origin of origins) expect(keysOf(origin)).toBe("author,id");
    expect(JSON.stringify(body)).not.toContain("img src");
  }
  expect(JSON.stringify(bodies)).toContain('"author":"northlight"');
});

test("the Enter that opens the consent dialog does not answer it, and the answer gives the focus back", async ({
  page,
  reddit,
}) => {
  await page.goto("/user/gemhunter");
  const opener = page.getByRole("button", { name: "Use your Reddit" });
  await opener.focus();
  await page.keyboard.down("Enter");
  await question(page).waitFor({ state: "attached" });
  await page.keyboard.up("Enter");
  await expect(question(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(question(page)).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(chip(page, "Sample")).toBeVisible();
  expect(reddit.calls).toEqual([]);
});

test("a cover that lets the press through gets no consent", async ({ page }) => {
  await page.goto("/user/gemhunter");
  await page.evaluate(() => {
    const cover = document.createElement("div");
    cover.id = "cover";
    cover.popover = "manual";
    cover.style.cssText = "inset:0;width:100vw;height:100vh;background:white;pointer-events:none";
    document.body.append(cover);
    // After the dialog, and so above it.
    const watch = new MutationObserver(() => cover.showPopover());
    watch.observe(document.documentElement, { childList: true });
  });
  await page.getByRole("button", { name: "Use your Reddit" }).click();
  await question(page).waitFor({ state: "attached" });
  await page.keyboard.press("Shift+Tab");
  await page.waitForTimeout(1_000);
  await page.keyboard.press("Enter");
  await expect(chip(page, "Sample")).toBeVisible();
  await expect(question(page)).toHaveCount(1);
  await page.evaluate(() => document.getElementById("cover")?.hidePopover());
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(question(page)).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await expect(chip(page, "Your Reddit")).toBeVisible();
});

/** Only DevTools can look into a closed shadow root. */
async function styleInClosedRoot(page: Page, nodeName: string, property: string): Promise<unknown> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("DOM.getDocument");
  const { nodes } = await browser.send("DOM.getFlattenedDocument", { depth: -1, pierce: true });
  const nodeId = nodes.findLast((node) => node.nodeName === nodeName)?.nodeId;
  const { object } = await browser.send("DOM.resolveNode", nodeId ? { nodeId } : {});
  const { result } = await browser.send("Runtime.callFunctionOn", {
    objectId: object.objectId ?? "",
    functionDeclaration: `function () { return getComputedStyle(this)["${property}"] }`,
  });
  return result.value;
}

test("the consent dialog has the theme that the visitor chose for the page, and no other style of the page", async ({
  page,
}) => {
  for (const [theme, background, text, ring] of [
    ["light", "rgb(255, 255, 255)", "rgb(22, 23, 27)", "rgb(143, 89, 0)"],
    ["dark", "rgb(20, 22, 27)", "rgb(244, 243, 239)", "rgb(246, 183, 60)"],
  ] as const) {
    await page.goto("/user/gemhunter");
    await page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
    await page.reload();
    await page.addStyleTag({ content: "* { -webkit-text-fill-color: transparent !important }" });
    await page.getByRole("button", { name: "Use your Reddit" }).click();
    await question(page).waitFor({ state: "attached" });
    expect(await styleInClosedRoot(page, "DIALOG", "background-color"), theme).toBe(background);
    expect(await styleInClosedRoot(page, "BUTTON", "outline-color"), theme).toBe(ring);
    expect(await styleInClosedRoot(page, "H2", "-webkit-text-fill-color"), theme).toBe(text);
  }
});

test("after a reload the companion reads without asking again, in Reddit's own order", async ({
  page,
  reddit,
}) => {
  await useOwnReddit(page);
  await page.goto("/user/gemhunter?sort=top");
  await expect(chip(page, "Your Reddit")).toBeVisible();
  reddit.calls.length = 0;
  await page.reload();
  await expect(chip(page, "Your Reddit")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  const call = reddit.calls.find((path) => path.includes("/submitted")) ?? "";
  expect(call).toContain("sort=top&limit=100&raw_json=1&t=all");
  const shown = await titleOf(cards(page)).allTextContents();
  expect(shown.length).toBeGreaterThan(3);
  const inOrder = await titlesOf(reddit, call);
  expect(shown).toEqual(inOrder.filter((title) => shown.includes(title)));
});

test("a post read through the companion can get a heart", async ({ own, page }) => {
  await becomeMember(own);
  await useOwnReddit(page, "northlight");
  const heart = cards(page)
    .nth(1)
    .getByRole("button", { name: /^Heart/ });
  await cards(page).nth(1).hover();
  await heart.click();
  await seeToast(page, "Vote Added");
  await expect(heart).toHaveAttribute("aria-pressed", "true");
});

test("signed out of Reddit, the page shows one line and the server's posts", async ({
  own,
  page,
}) => {
  await useOwnReddit(page);
  await own.clearCookies({ name: "reddit_session" });
  await page.goto("/user/northlight");
  await expect(page.getByText(/^You are signed out of Reddit in this browser\./)).toBeVisible();
  await expect(chip(page, "Sample")).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
});

test("a rate limit stops the calls of every tab", async ({ own, page, reddit }) => {
  await useOwnReddit(page);
  reddit.instead = () => ({ status: 429, body: "", headers: { "retry-after": "300" } });
  await page.goto("/user/northlight");
  await expect(page.getByText(/^Reddit asks your browser for a pause until/)).toBeVisible();
  const calls = reddit.calls.length;
  const other = await own.newPage();
  await other.goto("/user/tallpines");
  await expect(other.getByText(/^Reddit asks your browser for a pause until/)).toBeVisible();
  expect(reddit.calls).toHaveLength(calls);
});

test("the chip switches to the server's source and back", async ({ page, reddit }) => {
  await useOwnReddit(page);
  await chip(page, "Your Reddit").click();
  await page.getByRole("button", { name: "Use our server's source" }).click();
  await expect(chip(page, "Sample")).toBeVisible();
  reddit.calls.length = 0;
  await page.reload();
  await expect(chip(page, "Sample")).toBeVisible();
  expect(reddit.calls).toEqual([]);
  await chip(page, "Sample").click();
  await page.getByRole("button", { name: "Use your Reddit" }).click();
  await expect(chip(page, "Your Reddit")).toBeVisible();
});

test("another site gets no answer, and a page's script cannot consent", async ({
  own,
  page,
  reddit,
  allowForeignRequests,
}) => {
  allowForeignRequests(/^https:\/\/evil\.example\//);
  await own.route("https://evil.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>evil</h1>" }),
  );
  // Sent through the console, because Playwright's evaluate counts as a user activation.
  await page.addInitScript(() => {
    const log = (answer: string) => console.info(`answer: ${answer}`);
    addEventListener("message", ({ data }) => {
      if ("ok" in data) log(data.reason);
    });
    addEventListener("load", () => {
      const ask = { type: "about", username: "gemhunter" };
      postMessage({ unearth: 1, id: "forged", ask }, "*");
      const mark = () => document.documentElement.dataset["unearthCompanion"] ?? "no companion";
      if (location.hostname === "evil.example") setTimeout(() => log(mark()), 2_000);
    });
  });
  const answerAt = async (address: string) => {
    const predicate = (message: ConsoleMessage) => message.text().startsWith("answer: ");
    const answer = page.waitForEvent("console", { predicate });
    await page.goto(address);
    return (await answer).text();
  };
  expect(await answerAt("https://evil.example/")).toBe("answer: no companion");
  expect(await answerAt("/about")).toBe("answer: off");
  await expect(page.locator("html > div")).toHaveCount(0);
  expect(reddit.calls).toEqual([]);
});

test("a Reddit profile has one link to Unearth, in one closed shadow root", async ({
  own,
  page,
  baseURL,
  allowForeignRequests,
}) => {
  allowForeignRequests(/^https:\/\/www\.reddit\.com\//);
  await own.route("https://www.reddit.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<body><h1>u/gemhunter</h1></body>" }),
  );
  await page.goto("/about");
  await page.goto("https://www.reddit.com/r/pics/");
  await expect(page.locator("html > div")).toHaveCount(0);
  await page.goto("https://www.reddit.com/user/gemhunter/");
  const link = page.locator("html > div");
  await expect(link).toHaveCount(1);
  expect(
    await page.evaluate(() => document.documentElement.lastElementChild?.shadowRoot),
  ).toBeNull();
  expect(await page.locator("body").innerHTML()).toBe("<h1>u/gemhunter</h1>");
  await page.keyboard.press("Tab");
  expect(await styleInClosedRoot(page, "A", "outline")).toBe("rgb(246, 183, 60) auto 2px");
  const { x, y, width, height } = (await link.boundingBox())!;
  const opened = own.waitForEvent("page");
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect.poll(async () => (await opened).url()).toBe(`${baseURL}/user/gemhunter`);
  const printed = page.evaluate(
    () =>
      new Promise((resolve) => {
        const style = document.querySelector<HTMLElement>("html > div")?.style;
        addEventListener("beforeprint", () => resolve(style?.visibility));
      }),
  );
  await page.pdf();
  expect(await printed).toBe("hidden");
  await expect(link).toBeVisible();
});

test("the popup switches the companion on and off and shows its state", async ({ own, page }) => {
  await page.goto("/user/gemhunter");
  const [worker] = own.serviceWorkers();
  const id = new URL(worker?.url() ?? (await own.waitForEvent("serviceworker")).url()).host;
  const popup = await own.newPage();
  await popup.goto(`chrome-extension://${id}/popup.html`);
  const toggle = popup.getByRole("switch", { name: `Let ${brand.name} ask Reddit` });
  await expect(toggle).not.toBeChecked();
  await expect(popup.getByRole("status")).toHaveText(/^Off\./);
  await toggle.check();
  await expect(popup.getByRole("status")).toHaveText(/^Ready\./);
  await expect(chip(page, "Your Reddit")).toBeVisible();
  await toggle.uncheck();
  await expect(chip(page, "Sample")).toBeVisible();
});
