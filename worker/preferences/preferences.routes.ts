import {
  preferencesUpdate,
  type Preferences,
  type PreferencesResponse,
} from "#schema/api/preferences.ts";
import { signedIn } from "#worker/auth/session.middleware.ts";
import type { CurrentSession } from "#worker/auth/sessions.service.ts";
import { newRouter } from "#worker/http/context.ts";
import { limitedBy } from "#worker/http/rate-limit.ts";
import { validated } from "#worker/http/validated.ts";
import { preferencesOf, resetPreferences, updatePreferences } from "./preferences.service.ts";

const answer = (message: string, preferences: Preferences): PreferencesResponse => ({
  success: true,
  message,
  preferences,
});

const writeLimit = limitedBy<{ session: CurrentSession }>(
  "PREFERENCES_LIMIT",
  (c) => c.var.session.account.id,
);

export const preferencesRoutes = newRouter()
  .get("/", signedIn, (c) => c.json(answer("Your preferences.", preferencesOf(c.var.session))))
  .put("/", signedIn, validated("json", preferencesUpdate), writeLimit, async (c) => {
    const preferences = await updatePreferences(c.env.deps, c.var.session, c.req.valid("json"));
    return c.json(answer("Your preferences have been saved successfully.", preferences));
  })
  .post("/reset", signedIn, writeLimit, async (c) => {
    const preferences = await resetPreferences(c.env.deps, c.var.session);
    return c.json(answer("Your preferences have been reset to defaults.", preferences));
  });
