(function () {
  try {
    const theme = localStorage.getItem("theme");
    if (theme !== "dark" && theme !== "light") return;
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.content = theme === "dark" ? "#0b0c0f" : "#faf9f6";
    }
  } catch {
    // Storage may be closed to us; the system's preference then decides.
  }
})();
