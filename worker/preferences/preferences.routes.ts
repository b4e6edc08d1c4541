import {
  preferencesUpdate,
  type Preferences,
  type PreferencesResponse,
} from "#schema/api/preferences.ts";
import { readJson } from "#worker/http/body.ts";
import { newRouter } from "#worker/http/context.ts";
import { requireSession } from "#worker/http/session.ts";
import { preferencesOf, resetPreferences, updatePreferences } from "./preferences.service.ts";

const answer = (message: string, preferences: Preferences): PreferencesResponse => ({
  success: true,
  message,
  preferences,
});

export const preferencesRoutes = newRouter()
  .get("/", async (c) => {
    const owner = await requireSession(c);
    return c.json(answer("Your preferences.", preferencesOf(owner)));
  })
  .put("/", async (c) => {
    const owner = await requireSession(c);
    const update = await readJson(c, preferencesUpdate);
    const preferences = await updatePreferences(c.env.deps, owner, update);
    return c.json(answer("Your preferences have been saved successfully.", preferences));
  })
  .post("/reset", async (c) => {
    const owner = await requireSession(c);
    const preferences = await resetPreferences(c.env.deps, owner);
    return c.json(answer("Your preferences have been reset to defaults.", preferences));
  });
