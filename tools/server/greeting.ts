import { SAMPLE_NAMES, SHOWCASE } from "#sample/names.ts";
import { brand } from "#schema/brand.ts";
import { DEMO } from "#tools/seed/fill.ts";

const SOURCES: Record<string, string> = {
  sample: "the sample source, made up and served by this machine",
  archive: "the Arctic Shift archive, over the network",
  reddit: "Reddit, over the network",
  none: "nowhere: POST_SOURCE is reddit, and REDDIT_CLIENT_ID is not set (.dev.vars)",
};

/** The default of `popularUsername` exists in the sample only: Reddit and the archive do not know it. */
function creatorLine(baseUrl: string, source: string, popular: string): string {
  if (source !== "sample" && popular in SAMPLE_NAMES)
    return `Try a creator           any Reddit username, at ${baseUrl}`;
  const creator = source === "sample" ? SHOWCASE[0] : popular;
  return `Try the creator         ${creator}   (${baseUrl}/user/${creator})`;
}

export interface RunningServer {
  baseUrl: string;
  /** As /api/health names it. */
  source: string;
  /** The folder of the local data. */
  state: string;
  hasDemo: boolean;
}

/** What `npm start` prints once the server is ready. */
export function greeting(
  { baseUrl, source, state, hasDemo }: RunningServer,
  popular: string = brand.popularUsername,
): string {
  const demo = `Sign in                 ${baseUrl}/login   as ${DEMO.username} with the password ${DEMO.password}`;
  const lines = [
    creatorLine(baseUrl, source, popular),
    ...(hasDemo ? [demo] : []),
    `Administration          ${baseUrl}/admin   with the password unearth-local`,
    `Posts come from         ${SOURCES[source] ?? source}`,
  ];
  return `
  ${brand.name} is running:  ${baseUrl}

${lines.map((line) => `  ${line}`).join("\n")}

  Ctrl-C ends it; the data stays in ${state}.
`;
}
