// wrangler calls this by [build] in wrangler.toml, whichever Node is first on the path there.
import { launch } from "./launch.mjs";

launch("build-web.ts");
