import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { askGit, root } from "#tools/files.ts";
import { runTool } from "#tools/tools.ts";

const FILE = "bench/RESULTS.md";
const GIB = 1_073_741_824;

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export const mark = (holds: boolean): string => (holds ? "holds" : "**missed**");

const commit = (): string => askGit(root, "rev-parse", "--short", "HEAD")?.trim() ?? "unknown";

function circumstances(): string {
  const date = new Date().toISOString().slice(0, 10);
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const memory = `${Math.round(totalmem() / GIB)} GiB`;
  return `${date}, commit ${commit()}, ${cpus().length} cores (${model}), ${memory}, Node ${process.versions.node}`;
}

const INTRO = `# What was measured

Written by \`npm run bench\` (\`npm run bench -- api scale …\` renews single sections). Every section says when, at which commit and on what
machine. Ratios and medians of interleaved runs; absolute times are this machine's.
`;

interface Section {
  title: string;
  text: string;
}

function known(): Section[] {
  const path = join(root, FILE);
  if (!existsSync(path)) return [];
  const [, ...parts] = readFileSync(path, "utf8").split(/^## /m);
  return parts.map((part) => {
    const end = part.indexOf("\n");
    return { title: part.slice(0, end), text: part.slice(end + 1).trim() };
  });
}

/** Replaces one section of the results. */
export function record(title: string, text: string): void {
  const section = { title, text: `*${circumstances()}*\n\n${text.trim()}` };
  const sections = known();
  const place = sections.findIndex((one) => one.title === title);
  if (place < 0) sections.push(section);
  else sections[place] = section;
  const body = sections.map((one) => `## ${one.title}\n\n${one.text}\n`);
  writeFileSync(join(root, FILE), [INTRO, ...body].join("\n"));
  runTool("oxfmt", [FILE]);
  console.log(`\n## ${title}\n\n${section.text}\n`);
}
