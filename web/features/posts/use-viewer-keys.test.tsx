// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { setLetterKeys } from "./letter-keys.ts";
import { useViewerKeys, type ViewerCommands } from "./use-viewer-keys.ts";

afterEach(cleanup);

const run = vi.fn<(name: string) => void>();

const commands = new Proxy({} as ViewerCommands, {
  get: (_target, name) => () => run(String(name)),
});

function Viewer() {
  useViewerKeys(commands);
  return null;
}

/** A key held for this long, with the most repeats that a keyboard sends. */
function hold(key: string, seconds: number) {
  run.mockClear();
  for (let ms = 0; ms <= 1000 * seconds; ms += 30) {
    const press = createEvent.keyDown(document.body, { key, repeat: ms > 0 });
    Object.defineProperty(press, "timeStamp", { value: 1_000_000 + ms });
    fireEvent(document.body, press);
  }
  return run.mock.calls.flat();
}

test("a held key repeats steps, and nothing else", () => {
  render(<Viewer />);
  for (const key of ["j", "k", "ArrowLeft", "ArrowRight"])
    expect(hold(key, 1).length, key).toBeGreaterThan(5);
  for (const key of ["h", "s", "f", "m", "?"]) expect(hold(key, 1), key).toHaveLength(1);
});

test("a held key takes fewer steps than Safari allows changes of the address", () => {
  render(<Viewer />);
  expect(hold("j", 10).length).toBeLessThan(100);
});

test("on Cyrillic, Greek and Hebrew keyboards the keys at J, K and H do the same", () => {
  render(<Viewer />);
  run.mockClear();
  fireEvent.keyDown(document.body, { key: "о", code: "KeyJ" });
  fireEvent.keyDown(document.body, { key: "Κ", code: "KeyK" });
  fireEvent.keyDown(document.body, { key: "י", code: "KeyH" });
  expect(run.mock.calls.flat()).toEqual(["nextPost", "previousPost", "heart"]);
});

test("on other Latin layouts the letter counts, not the key's place", () => {
  render(<Viewer />);
  run.mockClear();
  // Dvorak: J stands where QWERTY has C, and the key of J writes H.
  fireEvent.keyDown(document.body, { key: "j", code: "KeyC" });
  fireEvent.keyDown(document.body, { key: "h", code: "KeyJ" });
  expect(run.mock.calls.flat()).toEqual(["nextPost", "heart"]);
});

test("the browser's shortcuts, typed text and a video's arrow keys are left alone", () => {
  render(
    <>
      <Viewer />
      <select aria-label="Video quality" />
      <video aria-label="A clip" controls>
        <track kind="captions" />
      </video>
      <video aria-label="A clip without controls">
        <track kind="captions" />
      </video>
    </>,
  );
  run.mockClear();
  for (const modifier of ["ctrlKey", "metaKey", "altKey"])
    expect(fireEvent.keyDown(document.body, { key: "f", [modifier]: true }), modifier).toBe(true);
  fireEvent.keyDown(screen.getByLabelText("Video quality"), { key: "m" });
  fireEvent.keyDown(screen.getByLabelText("A clip"), { key: "ArrowRight" });
  expect(run).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText("A clip"), { key: "j" });
  fireEvent.keyDown(screen.getByLabelText("A clip without controls"), { key: "ArrowRight" });
  expect(run.mock.calls.flat()).toEqual(["nextPost", "nextSlide"]);
});

test("the viewer's keys do nothing else, such as scroll; other keys, and one that was handled, are left alone", () => {
  render(<Viewer />);
  expect(fireEvent.keyDown(document.body, { key: "ArrowRight" })).toBe(false);
  run.mockClear();
  expect(fireEvent.keyDown(document.body, { key: "Tab" })).toBe(true);
  const handled = createEvent.keyDown(document.body, { key: "j" });
  handled.preventDefault();
  fireEvent(document.body, handled);
  expect(run).not.toHaveBeenCalled();
});

test("with letters switched off on the device only named keys are shortcuts", () => {
  onTestFinished(() => setLetterKeys(true));
  render(<Viewer />);
  setLetterKeys(false);
  run.mockClear();
  for (const key of ["j", "h", "?", "ArrowRight"]) fireEvent.keyDown(document.body, { key });
  expect(run.mock.calls.flat()).toEqual(["nextSlide"]);
  setLetterKeys(true);
  expect(localStorage, "the default needs no entry").toHaveLength(0);
});
