(function () {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "dark" || theme === "light") {
      document.documentElement.dataset.theme = theme;
    }
  } catch {
    // Storage may be closed to us; the system's preference then decides.
  }
})();
