import { afterEach, expect, test, vi } from "vitest";
import { dismissToast, toastStore } from "#web/features/toasts/toast-store.ts";
import { postOf } from "#web/testing/posts.ts";
import { shareAddress, shareLink } from "./send-link.ts";

afterEach(dismissToast);

const URL_OF_POST = "https://unearth.example/user/gemhunter?post=abc12";
const share = () => shareLink("A stone", URL_OF_POST, "It opens this post.");

/** A device with the given parts of a share sheet and a clipboard. */
function device(parts: { share?: () => Promise<void>; writeText?: () => Promise<void> }) {
  const writeText = vi.fn<(text: string) => Promise<void>>(parts.writeText ?? (async () => {}));
  const sheet = parts.share && vi.fn<(data: ShareData) => Promise<void>>(parts.share);
  vi.stubGlobal("navigator", { clipboard: { writeText }, ...(sheet && { share: sheet }) });
  return { writeText, sheet };
}

test("a link goes to the share sheet, or to the clipboard if there is none or it fails", async () => {
  const { sheet, writeText } = device({ share: async () => {} });
  await share();
  expect(sheet).toHaveBeenCalledExactlyOnceWith({ title: "A stone", url: URL_OF_POST });
  expect(writeText).not.toHaveBeenCalled();
  const refused = new DOMException("not allowed", "NotAllowedError");
  for (const parts of [{}, { share: () => Promise.reject(refused) }]) {
    const without = device(parts);
    await share();
    expect(without.writeText).toHaveBeenCalledExactlyOnceWith(URL_OF_POST);
    expect(toastStore.read()).toMatchObject({
      title: "Link copied",
      description: "It opens this post.",
    });
  }
});

test.each([
  ["a dismissed share sheet", "AbortError"],
  ["a second press, while the sheet is open,", "InvalidStateError"],
])("%s copies nothing", async (_what, name) => {
  const { writeText } = device({ share: () => Promise.reject(new DOMException("", name)) });
  await share();
  expect(writeText).not.toHaveBeenCalled();
  expect(toastStore.read()).toBeNull();
});

test("a link that cannot be copied is shown", async () => {
  device({ writeText: () => Promise.reject(new Error("not allowed")) });
  await share();
  expect(toastStore.read()).toMatchObject({
    title: "The link could not be copied",
    description: URL_OF_POST,
    tone: "destructive",
  });
});

test("a shared link opens the post on its author's page", () => {
  expect(shareAddress(postOf(), new URL("https://unearth.example/leaderboard?tab=posts"))).toBe(
    "https://unearth.example/user/gemhunter?post=abc12",
  );
});

test("on its author's page a post is shared with the filters around it", () => {
  const page = new URL("https://unearth.example/user/GemHunter?media=video&r=a,b&post=other1");
  expect(shareAddress(postOf(), page)).toBe(
    "https://unearth.example/user/gemhunter?media=video&r=a,b&post=abc12",
  );
});

test.each(["/user/gemhunter/", "/user/u%2FGemHunter"])(
  "a post at %s, another address of its author's page, is shared with the filters",
  (path) => {
    const page = new URL(`https://unearth.example${path}?media=video`);
    expect(shareAddress(postOf(), page)).toBe(
      "https://unearth.example/user/gemhunter?media=video&post=abc12",
    );
  },
);
