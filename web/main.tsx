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
await fetchFirstPage(location.pathname);
keepEarlyTyping(document);
// In slices: what the Worker drew is there meanwhile, and a press finds a page that listens.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
