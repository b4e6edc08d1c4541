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

/** A press, and what the keyboard sends while the key is held. */
function hold(key: string) {
  run.mockClear();
  fireEvent.keyDown(document.body, { key });
  fireEvent.keyDown(document.body, { key, repeat: true });
  return run.mock.calls.flat();
}

test("a held key steps on, and switches nothing twice", () => {
  render(<Viewer />);
  for (const key of ["j", "k", "ArrowLeft", "ArrowRight"]) expect(hold(key), key).toHaveLength(2);
  for (const key of ["h", "s", "f", "m", "?"]) expect(hold(key), key).toHaveLength(1);
});

test("on a Cyrillic, Greek or Hebrew keyboard the keys of J, K and H do the same", () => {
  render(<Viewer />);
  run.mockClear();
  fireEvent.keyDown(document.body, { key: "о", code: "KeyJ" });
  fireEvent.keyDown(document.body, { key: "Κ", code: "KeyK" });
  fireEvent.keyDown(document.body, { key: "י", code: "KeyH" });
  expect(run.mock.calls.flat()).toEqual(["nextPost", "previousPost", "heart"]);
});

test("a letter that moves to another key is the one that counts", () => {
  render(<Viewer />);
  run.mockClear();
  // Dvorak: J stands where QWERTY has C, and the key of J writes H.
  fireEvent.keyDown(document.body, { key: "j", code: "KeyC" });
  fireEvent.keyDown(document.body, { key: "h", code: "KeyJ" });
  expect(run.mock.calls.flat()).toEqual(["nextPost", "heart"]);
});
