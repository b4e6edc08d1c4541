import { expect, test } from "vitest";
import { answerInTurn, jsonAnswer } from "#web/testing/api.ts";
import { ApiError, failureSentence } from "./api-error.ts";
import { request } from "./client.ts";

test("a failure carries status, code, sentence, fields and body, and its message starts with the status", async () => {
  const body = {
    success: false,
    error: "http.validation",
    message: "Look again.",
    fields: { a: "b" },
  };
  answerInTurn(jsonAnswer(body, 400));
  const error = await request("/api/x").catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: "400: Look again.",
    status: 400,
    code: "http.validation",
    fields: { a: "b" },
    body,
  });
});

test("an error that is not JSON has its status text for the console, and no sentence for visitors", async () => {
  answerInTurn(new Response("<html>", { status: 418, statusText: "Teapot" }));
  const error = await request("/api/x").catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: "418: Teapot", sentence: "" });
  expect(failureSentence(error, "The next posts could not be loaded.")).toBe(
    "The next posts could not be loaded.",
  );
});

test.each([
  ["300", 300],
  [null, null],
])("a refusal with Retry-After %s asks for a pause of %s seconds", async (header, seconds) => {
  const headers = header === null ? undefined : { "Retry-After": header };
  const body = { success: false, error: "search.too_many", message: "Not now." };
  answerInTurn(Response.json(body, { status: 429, headers }));
  await expect(request("/api/x", { method: "POST" })).rejects.toHaveProperty("retryAfter", seconds);
});

test("an answer that reports no success is a failure, whatever its status", async () => {
  answerInTurn(jsonAnswer({ success: false, message: "Not now." }), jsonAnswer({ success: false }));
  await expect(request("/api/x")).rejects.toMatchObject({ status: 200, sentence: "Not now." });
  await expect(request("/api/x")).rejects.toMatchObject({ status: 200, sentence: "" });
});

test("a message that is not text is no sentence for visitors", async () => {
  const body = { success: false, message: null };
  answerInTurn(jsonAnswer(body, 500));
  const failure = { message: "500: Sorry", sentence: "", body };
  await expect(request("/api/x")).rejects.toMatchObject(failure);
});

test("a 200 that is not JSON is a failure", async () => {
  answerInTurn(new Response("<html>"));
  await expect(request("/api/x")).rejects.toMatchObject({ status: 200, code: "client.bad_answer" });
});
