import type { BrowserContext } from "@playwright/test";

/** Holds every script of the app, except the one before the first paint, until the returned function is called. */
export async function holdScripts(context: BrowserContext): Promise<() => void> {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  await context.route(/\/assets\/(?!first-)[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}
