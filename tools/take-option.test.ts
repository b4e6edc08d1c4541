import { expect, test } from "vitest";
import { takeOption } from "./take-option.ts";

test.each([
  [["--port", "8900", "--ip", "::1"], "8900", ["--ip", "::1"]],
  [["--ip", "::1", "--port=8900"], "8900", ["--ip", "::1"]],
  [["--port=8900", "--ip", "::1"], "8900", ["--ip", "::1"]],
  [["--port"], "", []],
  [["--inspector-port", "0"], null, ["--inspector-port", "0"]],
])("of %j the port is taken out, and the rest stays", (args, value, rest) => {
  expect(takeOption(args, "port")).toEqual({ value, rest });
});
