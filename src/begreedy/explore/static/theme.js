// Before anything is drawn: the scheme chosen last time, else the system's.
{
  let chosen = null;
  try { chosen = localStorage.getItem("begreedy-theme"); } catch { /* no storage, no memory */ }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
