// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useViewerKeys, type ViewerCommands } from "./viewer-keys.ts";

afterEach(cleanup);

const run = vi.fn<(name: string) => void>();

const commands = new Proxy({} as ViewerCommands, {
  get: (_target, name) => () => run(String(name)),
});

function Viewer() {
  useViewerKeys(commands);
  return null;
}

/** A key press with the repeats that a held key sends. */
function hold(key: string) {
  run.mockClear();
  fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key, repeat: true });
  return run.mock.calls.flat();
}

test("a held key repeats steps, and nothing else", () => {
  render(<Viewer />);
  for (const key of ["j", "k", "ArrowLeft", "ArrowRight"]) expect(hold(key), key).toHaveLength(2);
  for (const key of ["h", "s", "f", "m", "?"]) expect(hold(key), key).toHaveLength(1);
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
