import { expect, test } from "vitest";
import { brand } from "./brand.ts";
import { environmentFor } from "./environment.ts";

const { domain, environments } = brand;
const OFF = { debug: false, analytics: false, mockData: false };

test.each([
  ["localhost", "development"],
  ["127.0.0.1", "development"],
  ["[::1]", "development"],
  ["staging.localhost", "development"],
  ["somewhere.else.example", "development"],
  [`staging.${domain}`, "staging"],
  [domain, "production"],
  [`WWW.${domain.toUpperCase()}`, "production"],
])("%s is %s", (hostname, name) => {
  expect(environmentFor(hostname).name).toBe(name);
});

test("each environment has the specification's base address, time limit, retries and flags", () => {
  expect(environmentFor("localhost")).toEqual({
    name: "development",
    apiBase: "",
    timeoutMs: 10_000,
    retries: 3,
    flags: { ...OFF, debug: true },
  });
  expect(environmentFor(`staging.${domain}`)).toEqual({
    name: "staging",
    apiBase: environments.staging.apiOrigin,
    timeoutMs: 15_000,
    retries: 2,
    flags: OFF,
  });
  expect(environmentFor(domain)).toEqual({
    name: "production",
    apiBase: environments.production.apiOrigin,
    timeoutMs: 20_000,
    retries: 1,
    flags: OFF,
  });
});
