// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CHALLENGE_META } from "#schema/api/auth.ts";
import { PrivacyPage } from "#web/pages/privacy.tsx";
import { callTo, holdApiCalls } from "#web/testing/api.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { Challenge } from "./challenge.tsx";
import { LoginForm } from "./login-form.tsx";
import { SignupForm } from "./signup-form.tsx";
import { loadTurnstile } from "./turnstile.ts";

afterEach(() => document.head.replaceChildren());

function configure(): void {
  const meta = document.createElement("meta");
  meta.name = CHALLENGE_META;
  meta.content = "test-site";
  document.head.append(meta);
}

type Options = Record<string, unknown> & { "error-callback": () => boolean };

/** Replaces the global that Turnstile's script defines. */
function standIn() {
  const rendered: Options[] = [];
  const removed: string[] = [];
  vi.stubGlobal("turnstile", {
    render: (_: HTMLElement, options: Options) => `widget ${rendered.push(options)}`,
    remove: (widget: string) => removed.push(widget),
  });
  return { rendered, removed };
}

const alert = () => screen.queryByText(/^The check that you are human could not load/);

test("without a site key the forms load no script and render no widget", () => {
  const { rendered } = standIn();
  for (const form of [<SignupForm key="signup" />, <LoginForm key="login" />]) {
    renderInApp(form);
    expect(document.querySelector("script, [name=challenge]")).toBeNull();
    cleanup();
  }
  expect(rendered).toEqual([]);
});

test("a failed widget is replaced by a sentence, and Try Again renders a new one and passes the focus to its place", async () => {
  configure();
  const { rendered, removed } = standIn();
  const { unmount } = renderInApp(<Challenge />);
  await waitFor(() => expect(rendered).toHaveLength(1));
  expect(rendered[0]).toMatchObject({ sitekey: "test-site", "response-field-name": "challenge" });
  rendered[0]?.["error-callback"]();
  await waitFor(() => expect(alert()).not.toBeNull());
  await waitFor(() => expect(removed).toEqual(["widget 1"]));
  const button = screen.getByRole("button", { name: "Try Again" });
  const box = button.parentElement;
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(rendered).toHaveLength(2));
  expect(document.activeElement).toBe(box);
  expect(alert()).toBeNull();
  unmount();
  expect(removed).toEqual(["widget 1", "widget 2"]);
});

test("the privacy policy names the challenge only if it is configured", () => {
  const scripts = () => screen.getByText(/^No scripts, fonts or pixels/).textContent;
  renderInApp(<PrivacyPage />);
  expect(scripts()).toBe("No scripts, fonts or pixels of third parties in our pages.");
  expect(screen.queryByText(/Turnstile/)).toBeNull();
  cleanup();
  configure();
  renderInApp(<PrivacyPage />);
  expect(scripts()).toContain("except Cloudflare's check that you are human");
  expect(screen.getByText(/Cloudflare's Turnstile/)).toBeDefined();
});

/** Fills in the login and sends it; each call of the result answers a try with this error. */
function startLogin() {
  configure();
  const { rendered } = standIn();
  const calls = holdApiCalls();
  renderInApp(<LoginForm />);
  fireEvent.input(screen.getByLabelText("Username or Email"), { target: { value: "opal" } });
  fireEvent.input(screen.getByLabelText("Password"), { target: { value: "a password" } });
  const refuse = async (error: string, status: number) => {
    fireEvent.submit(screen.getByRole("button", { name: "Sign In" }));
    const refusal = { success: false, error, message: "Not so." };
    (await callTo(calls, "/api/auth/login")).answer(refusal, status);
    await screen.findByRole("button", { name: "Sign In" });
  };
  return { rendered, refuse };
}

test("a login that the server refuses for want of a challenge gets one at once", async () => {
  const { rendered, refuse } = startLogin();
  await refuse("auth.challenge_failed", 403);
  await waitFor(() => expect(rendered).toHaveLength(1));
});

test("a third wrong password brings a challenge, and each later one a new challenge", async () => {
  const { rendered, refuse } = startLogin();
  for (const widgets of [0, 0, 1, 2]) {
    await refuse("auth.invalid_credentials", 401);
    await waitFor(() => expect(rendered).toHaveLength(widgets));
  }
});

test("a script that loads without starting Turnstile is a failure, and the next call loads it again", async () => {
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    queueMicrotask(() => (script as Element).dispatchEvent(new Event("load")));
  });
  for (let call = 1; call <= 2; call += 1)
    await expect(loadTurnstile()).rejects.toThrow("Turnstile did not start");
  expect(document.head.append).toHaveBeenCalledTimes(2);
});
