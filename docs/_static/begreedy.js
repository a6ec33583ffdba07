// Tables that are wider than the page scroll: let the keyboard reach those that do.
const reach = () => {
  for (const table of document.querySelectorAll(".bd-article table")) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
    else table.removeAttribute("tabindex");
  }
};
window.addEventListener("load", reach);
window.addEventListener("resize", reach);

// The theme's arrows that open a part of the contents have no words: give them some for those who listen.
window.addEventListener("DOMContentLoaded", () => {
  for (const arrow of document.querySelectorAll("summary")) {
    const page = arrow.closest("li")?.querySelector("a");
    if (page && !arrow.textContent.trim()) arrow.setAttribute("aria-label", `Pages of ${page.textContent.trim()}`);
  }
});
