// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { setSavesData } from "#web/features/data-saver/data-saver.ts";
import { embedMedia } from "#web/testing/posts.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { EmbedView } from "./embed-view.tsx";
import { type MediaState, OnMediaState } from "./media-state.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const frame = () => screen.queryByTitle("A clip");

test("a frame that does not load in time goes on loading under a notice with a link and Try Again", () => {
  const onState = vi.fn<(state: MediaState) => void>();
  renderInApp(
    <OnMediaState value={onState}>
      <section tabIndex={-1} data-autofocus>
        <EmbedView media={embedMedia} title="A clip" active />
      </section>
    </OnMediaState>,
  );
  const first = frame();
  wait(9_999);
  expect(screen.queryByRole("alert")).toBeNull();
  wait(1);
  expect(frame(), "goes on loading").toBe(first);
  expect(first?.hasAttribute("inert")).toBe(true);
  expect(onState).toHaveBeenLastCalledWith("lost");
  expect(screen.queryByLabelText("Loading media")).toBeNull();
  expect(screen.getByRole("alert").textContent).toContain(
    "Video ErrorStreamable is not answering yet.",
  );
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Open Original Video" });
  expect(link.href).toBe(embedMedia.watchUrl);
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(frame()).not.toBe(first);
  expect(screen.queryByRole("alert")).toBeNull();
  wait(10_000);
  screen.getByRole("button", { name: "Try Again" }).focus();
  fireEvent.load(screen.getByTitle("A clip"));
  expect(screen.queryByRole("alert"), "it was only slow").toBeNull();
  expect(frame()?.hasAttribute("inert")).toBe(false);
  expect(document.activeElement?.tagName).toBe("SECTION");
  expect(onState).toHaveBeenLastCalledWith("frame");
});

test("a frame that has loaded stays", () => {
  renderInApp(<EmbedView media={embedMedia} title="A clip" active />);
  fireEvent.load(screen.getByTitle("A clip"));
  wait(60_000);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(frame()).not.toBeNull();
});

test("only YouTube's frame gets a referrer, and it starts by itself, muted, in a loop", () => {
  const embedUrl = "https://www.youtube-nocookie.com/embed/abcdefghi_1";
  const youtube = { ...embedMedia, platform: "youtube", embedUrl } as const;
  const { rerender } = renderInApp(<EmbedView media={youtube} title="A clip" active />);
  const attribute = (name: string) => frame()?.getAttribute(name);
  expect(attribute("src")).toBe(`${embedUrl}?autoplay=1&mute=1&loop=1&playlist=abcdefghi_1`);
  expect(attribute("referrerpolicy")).toBe("strict-origin-when-cross-origin");
  const streamable = { ...embedMedia, embedUrl: "https://streamable.com/e/moo" };
  rerender(<EmbedView key="other" media={streamable} title="A clip" active />);
  expect(attribute("src")).toBe(streamable.embedUrl);
  expect(attribute("referrerpolicy")).toBe("no-referrer");
});

test("with the data saver a host's player waits for a press", () => {
  setSavesData(true);
  onTestFinished(() => setSavesData(false));
  renderInApp(<EmbedView media={embedMedia} title="A clip" active />);
  expect(frame()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Play from Streamable" }));
  expect(frame()).not.toBeNull();
});

test("a host's frame cannot lead the visitor to another page", () => {
  renderInApp(<EmbedView media={embedMedia} title="A clip" active />);
  const allowed = frame()?.getAttribute("sandbox");
  expect(allowed).toContain("allow-scripts");
  expect(allowed).not.toContain("allow-top-navigation");
  expect(frame()?.getAttribute("allow")).toMatch(/^autoplay; fullscreen;/);
});

test("until a frame has loaded the spinner is shown", () => {
  renderInApp(<EmbedView media={embedMedia} title="A clip" active />);
  expect(screen.queryByLabelText("Loading media")).not.toBeNull();
  fireEvent.load(screen.getByTitle("A clip"));
  expect(screen.queryByLabelText("Loading media")).toBeNull();
});

test("a host's player out of view is not loaded", () => {
  renderInApp(<EmbedView media={embedMedia} title="A clip" active={false} />);
  expect(frame()).toBeNull();
});
