// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { renderInApp } from "./render.tsx";

const answer = Promise.withResolvers<void>();
let noticed = "";

function Answered() {
  const [text, setText] = useState("");
  useEffect(() => {
    void answer.promise.then(() => setText("answered"));
  }, []);
  useEffect(() => {
    noticed = text;
  }, [text]);
  return text;
}

test("an effect of an answer runs after a test has seen that answer in the document", async () => {
  renderInApp(<Answered />);
  answer.resolve();
  expect(await screen.findByText("answered")).toBeTruthy();
  expect(noticed).toBe("");
  await waitFor(() => expect(noticed).toBe("answered"));
});
