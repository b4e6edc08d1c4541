import "./app/styles.css";
import { StrictMode } from "react";
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
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
