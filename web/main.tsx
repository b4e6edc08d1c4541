import "./app/styles.css";
import "./app/url-parse.ts";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { giveEntryKey } from "./app/entry-key.ts";
import { reportRecoverable } from "./app/recoverable-error.ts";
import { fetchFirstPage } from "./app/routes.tsx";
import { keepEarlyTyping } from "./features/search/early-typing.ts";

giveEntryKey();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
function start(element: HTMLElement): void {
  keepEarlyTyping(document);
  // A transition renders in slices and handles input between them. It waits for pictures, except those of
  // ignore-load.ts.
  startTransition(() =>
    createRoot(element, { onRecoverableError: reportRecoverable }).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

// No top-level await: with one, the bundler moves every shared module out of the entry.
void fetchFirstPage(location.pathname).then(() => start(root));
