import { buildWeb } from "#tools/build/web.ts";
import { ensureMigratedTemplate } from "#tools/server/test-server.ts";

/** Builds once before the workers start, which would otherwise all build into the same folder. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export.
export default async function setUp(): Promise<void> {
  await buildWeb({ local: true });
  await ensureMigratedTemplate();
}
