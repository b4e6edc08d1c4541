import { buildWeb } from "#tools/build-web.ts";
import { ensureMigratedTemplate } from "#tools/server.ts";

/** Runs once before the workers, which would otherwise build into the same folders at the same time. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export.
export default async function setUp(): Promise<void> {
  await buildWeb({ local: true });
  await ensureMigratedTemplate();
}
