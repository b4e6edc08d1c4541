(function () {
  // The remembered theme, before the first paint.
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "dark" || theme === "light") {
      document.documentElement.dataset.theme = theme;
      for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
        meta.content = theme === "dark" ? "#0b0c0f" : "#faf9f6";
      }
    }
  } catch {
    // Storage may be closed to us; the system's preference then decides.
  }

  // Where the Worker has drawn the first screen, it is seen before the app is even asked for: on a slow
  // line they would share it, on a slow phone the app's start would keep it from painting.
  const PATIENCE_MS = 250;
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

  async function painted() {
    await frame();
    const picture = document.querySelector("article img");
    if (picture) await picture.decode().catch(() => undefined);
    await frame();
  }

  function startApp() {
    for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = "modulepreload";
    // An import and not a new script element: Trusted Types would refuse the address.
    for (const held of document.querySelectorAll('script[type="later"]')) void import(held.src);
  }

  addEventListener("DOMContentLoaded", async () => {
    if (!document.querySelector('script[type="later"]')) return;
    // A page in the background has no frames: the time alone ends its waiting.
    await Promise.race([painted(), pause(PATIENCE_MS)]);
    startApp();
  });
})();
