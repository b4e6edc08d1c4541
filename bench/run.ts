/** Loaded only when they run: all of them together load for seconds, also for a wrong argument. */
const SECTIONS: Record<string, () => Promise<void>> = {
  api: async () => (await import("./api/section.ts")).api(),
  distance: async () => (await import("./distance/section.ts")).distance(),
  filter: async () => (await import("./filter/section.ts")).filter(),
  normalise: async () => (await import("./normalise/section.ts")).normalise(),
  pages: async () => (await import("./pages/section.ts")).pages(),
  phone: async () => (await import("./phone/section.ts")).phone(),
  scale: async () => (await import("./scale/section.ts")).scale(),
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(SECTIONS, name));
if (unknown !== undefined) {
  console.error(`npm run bench [-- ${Object.keys(SECTIONS).join(" | ")}]`);
  process.exit(1);
}
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (wanted.length === 0 || wanted.includes(name)) await measure();
}
process.exit(0);

export {};
