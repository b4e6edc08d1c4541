// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryKeys } from "#schema/queries.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { createFormDraft, type FormDraft } from "#web/lib/form-draft.ts";
import { pause } from "#web/lib/pause.ts";
import { renderInApp } from "#web/testing/render.tsx";
import { MEMBER, signedIn, signedOut } from "#web/testing/sessions.ts";
import { expireSession } from "./session-cache.ts";
import { useOwnDraft } from "./use-own-draft.ts";

afterEach(() => sessionStorage.clear());

const ofAnother = { isAuthenticated: true, user: { ...MEMBER, id: "another" } };

function Form({ draft }: { draft: FormDraft }) {
  return (
    <input
      key={useOwnDraft(draft)}
      aria-label="Title"
      defaultValue={draft.read("title")}
      onInput={({ currentTarget }) => draft.keep({ title: currentTarget.value })}
    />
  );
}

const shown = () => screen.getByLabelText<HTMLInputElement>("Title").value;

function openForm(session?: object) {
  const client = createQueryClient();
  // A query tells its observers in the next task.
  const change = (make: () => unknown) =>
    act(async () => {
      make();
      await pause(1);
    });
  const setSession = (next: object) => change(() => client.setQueryData(queryKeys.session(), next));
  const expire = () => change(() => expireSession(client));
  if (session) client.setQueryData(queryKeys.session(), session);
  renderInApp(<Form draft={createFormDraft({}, "draft feedback")} />, { client });
  const type = (value: string) =>
    fireEvent.input(screen.getByLabelText("Title"), { target: { value } });
  return { setSession, expire, type };
}

test("words typed before the session is known belong to its account, and their input stays", async () => {
  const { setSession, type } = openForm();
  const input = screen.getByLabelText("Title");
  type("A ruby");
  await setSession(signedIn);
  expect(shown()).toBe("A ruby");
  await setSession({ ...signedIn, user: { ...MEMBER, displayName: "A new name" } });
  expect(screen.getByLabelText("Title"), "it may have the focus").toBe(input);
  cleanup();
  openForm(ofAnother);
  expect(shown()).toBe("");
});

test("an open form is emptied when another account becomes the page's", async () => {
  const { setSession, type } = openForm(signedIn);
  type("A ruby");
  await setSession(ofAnother);
  expect(shown()).toBe("");
  type("A pearl");
  cleanup();
  openForm(signedIn);
  expect(shown()).toBe("");
});

test("an open form is emptied by a logout, and keeps its words through a login", async () => {
  const { setSession, type } = openForm(signedOut);
  type("A ruby");
  await setSession(signedIn);
  expect(shown()).toBe("A ruby");
  await setSession(signedOut);
  expect(shown()).toBe("");
});

test("words of an ended session stay for its account's next login, not for another's", async () => {
  const { setSession, expire, type } = openForm(signedIn);
  type("A ruby");
  await expire();
  expect(shown()).toBe("A ruby");
  await setSession(signedIn);
  expect(shown()).toBe("A ruby");
  await expire();
  await setSession(ofAnother);
  expect(shown()).toBe("");
});

test("a form does not request the session", async () => {
  const fetched = vi.fn<typeof fetch>();
  vi.stubGlobal("fetch", fetched);
  openForm();
  await act(async () => {});
  expect(fetched).not.toHaveBeenCalled();
});
