// wrangler runs this ([build] in wrangler.toml) with the first Node on the path, of any version.
import { launch } from "./launch.mjs";

launch("tools/build/web.ts", process.argv.slice(2));
