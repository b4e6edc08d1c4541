import { ensureInstalled } from "./install.mjs";
import { launch } from "./launch.mjs";

ensureInstalled();
launch("server/serve.ts");
