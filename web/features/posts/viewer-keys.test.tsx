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
