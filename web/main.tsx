import "./app/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";

// After a deployment an open page may ask for a chunk that is gone; a reload gets the new ones.
globalThis.addEventListener("vite:preloadError", (event) => {
  const last = Number(sessionStorage.getItem("reloadedAt") ?? 0);
  if (Date.now() - last < 30_000) return;
  sessionStorage.setItem("reloadedAt", String(Date.now()));
  event.preventDefault();
  location.reload();
});

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
