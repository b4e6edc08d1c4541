// wrangler runs this ([build] in wrangler.toml) with whichever Node comes first on the path.
import { launch } from "./launch.mjs";

launch("build-web.ts");
