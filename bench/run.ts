import { api } from "./api/section.ts";
import { distance } from "./distance/section.ts";
import { filter } from "./filter/section.ts";
import { normalise } from "./normalise/section.ts";
import { pages } from "./pages/section.ts";
import { phone } from "./phone/section.ts";
import { scale } from "./scale/section.ts";

const SECTIONS: Record<string, () => Promise<void>> = {
  api,
  distance,
  filter,
  normalise,
  pages,
  phone,
  scale,
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
