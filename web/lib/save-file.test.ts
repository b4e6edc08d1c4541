// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { MINUTE_MS } from "#schema/time.ts";
import { saveFile } from "./save-file.ts";

test("a saved file has its name, and a slow phone has a minute to read it", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const pressed: string[] = [];
  const press = vi.spyOn(HTMLAnchorElement.prototype, "click");
  press.mockImplementation(function keep(this: HTMLAnchorElement) {
    pressed.push(this.download);
  });
  const revoke = vi.spyOn(URL, "revokeObjectURL");
  saveFile(new Blob(["{}"]), "unearth-ann.json");
  expect(pressed).toEqual(["unearth-ann.json"]);
  vi.advanceTimersByTime(MINUTE_MS - 1);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(revoke).toHaveBeenCalledOnce();
});
