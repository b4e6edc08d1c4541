import "./app/styles.css";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { watchForMissingChunks } from "./app/missing-chunk.ts";
import { fetchFirstPage } from "./app/routes.tsx";
import { keepEarlyTyping } from "./features/search/early-typing.ts";

watchForMissingChunks();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
function start(element: HTMLElement): void {
  keepEarlyTyping(document);
  // A transition is drawn in slices, between which the page answers the visitor. No picture may hold it up: never-awaited.ts.
  startTransition(() =>
    createRoot(element).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

// No await at the top: the bundler would keep every module that others share out of this one.
void fetchFirstPage(location.pathname).then(() => start(root));
