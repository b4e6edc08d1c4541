import { expect, test } from "vitest";
import { TooLargeError } from "./download-failure.ts";
import { memoryFile } from "./scratch-file.ts";

const bytes = (...values: number[]) => new Uint8Array(values);

test("in memory, a write at a position replaces bytes and can extend past the end", async () => {
  const file = memoryFile();
  const writer = file.writable.getWriter();
  await writer.write(bytes(1, 2, 3));
  await writer.write({ type: "write", position: 3, data: bytes(4, 5) });
  await writer.write({ type: "write", position: 2, data: bytes(30, 40) });
  await writer.write({ type: "write", position: 4, data: bytes(50, 60) });
  await writer.close();
  expect(await (await file.read()).bytes()).toEqual(bytes(1, 2, 30, 40, 50, 60));
});

test("a file in memory has a size limit", async () => {
  const file = memoryFile(4);
  const writer = file.writable.getWriter();
  writer.closed.catch(() => undefined);
  await writer.write(bytes(1, 2, 3, 4));
  await expect(writer.write(bytes(5))).rejects.toBeInstanceOf(TooLargeError);
});
