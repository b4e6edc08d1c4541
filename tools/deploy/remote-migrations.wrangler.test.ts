import { afterEach, expect, test, vi } from "vitest";
import { migrate } from "./remote.ts";
import { SECRETS, startAccount } from "./testing/account.ts";

/** The stand-in's lines come through a pipe, late on a busy machine. */
const BUSY = { timeout: 30_000 };

afterEach(() => {
  vi.restoreAllMocks();
});

test("migrating records a restore point before the first statement", async () => {
  const calls = await startAccount({ exists: true, secrets: SECRETS, applied: [] });
  migrate("production");
  await vi.waitFor(() => expect(calls()).toContain("CREATE TABLE `app_user`"), BUSY);
  expect(calls().indexOf("/time_travel/bookmark")).toBeLessThan(
    calls().indexOf("CREATE TABLE `app_user`"),
  );
});

test("a failed migration has printed its restore point", async () => {
  const refusedSql = "CREATE TABLE `app_user`";
  await startAccount({ exists: true, secrets: SECRETS, applied: [], refusedSql });
  const printed = vi.spyOn(console, "log");
  expect(() => migrate("production")).toThrow("Applying the migrations failed");
  expect(printed.mock.calls.join()).toContain("--bookmark=00000001-0000-restore");
});
