// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createFormDraft } from "#web/lib/form-draft.ts";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { MEMBER } from "#web/testing/sessions.ts";
import { LoginForm } from "./login-form.tsx";

test("a form is sent once, and all its inputs are disabled until the answer", async () => {
  const calls = holdApiCalls();
  renderInApp(<LoginForm />);
  const inputs = [
    screen.getByLabelText<HTMLInputElement>("Username or Email"),
    screen.getByLabelText<HTMLInputElement>("Password"),
    screen.getByLabelText<HTMLInputElement>("Remember me"),
  ];
  const [name, password] = inputs;
  if (name && password) {
    fireEvent.input(name, { target: { value: "opal" } });
    fireEvent.input(password, { target: { value: "a password" } });
  }
  const submit = () => fireEvent.submit(screen.getByRole("button", { name: /^Sign/ }));
  // The second press comes before the first has been rendered.
  act(() => {
    submit();
    submit();
  });
  const call = await callTo(calls, "/api/auth/login");
  expect(inputs.map(({ disabled }) => disabled)).toEqual([true, true, true]);
  const busy = screen.getByRole<HTMLButtonElement>("button", { name: "Signing In..." });
  expect(busy.disabled).toBe(true);
  submit();
  expect(calls.map(({ method }) => method)).toEqual(["POST"]);
  call.answer({ message: "Invalid username or password" }, 401);
  await waitFor(() =>
    expect(inputs.map(({ disabled }) => disabled)).toEqual([false, false, false]),
  );
});

async function logIn(calls: ReturnType<typeof holdApiCalls>, ticks = 0) {
  const { unmount } = renderInApp(<LoginForm />);
  const name = screen.getByLabelText<HTMLInputElement>("Username or Email");
  const filledIn = name.value;
  fireEvent.input(name, { target: { value: "opal" } });
  fireEvent.input(screen.getByLabelText("Password"), { target: { value: "a password" } });
  for (let at = 0; at < ticks; at += 1) fireEvent.click(screen.getByLabelText("Remember me"));
  fireEvent.submit(screen.getByRole("button", { name: "Sign In" }));
  (await callTo(calls, "/api/auth/login")).answer({ success: true, user: MEMBER });
  await screen.findByRole("button", { name: "Sign In" });
  unmount();
  return filledIn;
}

test("a remembered name is filled in at the next login, until a login without the tick", async () => {
  const calls = holdApiCalls();
  expect(await logIn(calls, 1)).toBe("");
  expect(await logIn(calls), "ticked from the start").toBe("opal");
  expect(await logIn(calls, 1)).toBe("opal");
  expect(localStorage.getItem("rememberedName")).toBeNull();
});

test("words that were typed before the login and a reload are the account's, also if their form is not loaded", async () => {
  const words = '{"values":{"title":"A \\"ruby\\""},"owner":null}';
  sessionStorage.setItem("draft feedback", words);
  await logIn(holdApiCalls());
  const stored = sessionStorage.getItem("draft feedback") ?? "";
  for (const [reader, title] of [
    [MEMBER.id, 'A "ruby"'],
    ["another", undefined],
  ] as const) {
    sessionStorage.setItem("draft feedback", stored);
    const draft = createFormDraft({}, "draft feedback");
    draft.claim(reader);
    expect(draft.read("title")).toBe(title);
  }
});

test.each([MEMBER.username, "MEMBER@example.org"])(
  "a login as %s whose answer was lost after its cookie had arrived goes on as signed in",
  async (typed) => {
    const calls = holdApiCalls();
    const { client } = renderInApp(<LoginForm />);
    fireEvent.input(screen.getByLabelText("Username or Email"), { target: { value: typed } });
    fireEvent.input(screen.getByLabelText("Password"), { target: { value: "a password" } });
    fireEvent.submit(screen.getByRole("button", { name: "Sign In" }));
    (await callTo(calls, "/api/auth/login")).lose();
    const session = { isAuthenticated: true, user: { ...MEMBER, email: "member@example.org" } };
    (await callTo(calls, "/api/auth/status")).answer(session);
    await waitFor(() => expect(client.getQueryData(queryKeys.session())).toMatchObject(session));
  },
);
