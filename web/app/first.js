(function () {
  // Without access to storage the system's theme decides, and pictures are covered.
  const saved = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };

  // This cookie lets the Worker send pages that wait for this script. Theme and pictures are chosen by clicks.
  const setWaiting = () => {
    const maxAge = saved("theme") || saved("pictures") ? 31536000 : 0;
    document.cookie = `looks=1; Path=/; Max-Age=${maxAge}; SameSite=Lax`;
  };
  setWaiting();
  addEventListener("click", () => setTimeout(setWaiting));

  // Set the saved theme before the first paint.
  const theme = saved("theme");
  if (theme === "dark" || theme === "light") {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.content = theme === "dark" ? "#0b0c0f" : "#faf9f6";
    }
  }

  // Pictures uncovered on this device are uncovered from the first paint.
  const pictures = saved("pictures");
  if (pictures) document.documentElement.dataset.pictures = pictures;

  // On a page with a first view the app loads after its paint: on a slow connection the two would share the bandwidth,
  // and on a slow phone the app's start would delay the paint.
  const FIRST_VIEW_TIMEOUT_MS = 250;
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

  async function firstViewPainted() {
    await frame();
    const picture = document.querySelector("article img");
    if (picture) await picture.decode().catch(() => undefined);
    await frame();
  }

  async function isReachable() {
    try {
      return (await fetch(location.href, { method: "HEAD", cache: "no-store" })).status < 500;
    } catch {
      return false;
    }
  }

  // A page older than the last deployment names an app that is gone: one reload gets the new page. If a reload does not
  // help, or would lose typed text, the note that the page is unfinished shows at once.
  async function onMissingApp() {
    const [visit] = performance.getEntriesByType("navigation");
    const isTyped = ({ value, defaultValue }) => value !== defaultValue;
    const canReload =
      visit?.type !== "reload" && ![...document.querySelectorAll("input")].some(isTyped);
    if (canReload && (await isReachable())) return location.reload();
    document.getElementById("unfinished")?.style.setProperty("animation", "none");
  }

  // `error` events of scripts do not bubble, so the listener captures.
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof Element && target.matches('script[type="module"]')) onMissingApp();
    },
    true,
  );

  function startApp() {
    for (const link of document.querySelectorAll('link[rel="later"]')) link.rel = "modulepreload";
    // Trusted Types refuse the address of a new script element, but not an import.
    for (const held of document.querySelectorAll('script[type="later"]'))
      import(held.src).catch(onMissingApp);
  }

  function showPictures() {
    if (document.documentElement.dataset.pictures !== "shown") return;
    for (const picture of document.querySelectorAll("img[data-srcset]"))
      picture.srcset = picture.dataset.srcset;
  }

  // "Show them" works before the app, which keeps the choice in the same place.
  addEventListener("click", ({ target }) => {
    if (!(target instanceof Element && target.closest(".cover-note button"))) return;
    try {
      localStorage.setItem("pictures", "shown");
    } catch {
      return;
    }
    document.documentElement.dataset.pictures = "shown";
    showPictures();
  });

  addEventListener("DOMContentLoaded", async () => {
    showPictures();
    if (!document.querySelector('script[type="later"]')) return;
    // A background tab has no animation frames: only the timeout starts the app there.
    await Promise.race([firstViewPainted(), pause(FIRST_VIEW_TIMEOUT_MS)]);
    startApp();
  });
})();
