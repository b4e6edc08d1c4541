// Plain JavaScript for any Node from 20 on: this runs before anything is installed.
import { ensureInstalled } from "./install.mjs";
import { launch } from "./launch.mjs";

const [script = "", ...args] = process.argv.slice(2);
ensureInstalled();
launch(script, args);
