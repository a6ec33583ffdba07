// Before anything is painted: the colours chosen last time, if any.
(() => {
  try {
    const kept = localStorage.getItem("begreedy-theme");
    if (kept === "light" || kept === "dark") document.documentElement.style.colorScheme = kept;
  } catch (refused) { /* no storage: the system's preference counts */ }
})();
