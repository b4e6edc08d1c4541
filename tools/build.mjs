// wrangler runs this ([build] in wrangler.toml) with the first Node on the path, of any version.
import { launch } from "./launch.mjs";

launch("build/web.ts");
