// Okabe and Ito's colours, which the colour-blind can tell apart; line styles carry over to grey.

export const COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000"];
export const DASHES = ["solid", "dash", "dashdot", "dot", "longdashdot", "2px,2px", "longdash"];
const SVG_DASHES = ["", "6 4", "7 3 2 3", "2 3", "10 3 2 3 2 3", "2 2", "12 4"];

export const isDark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

export function colourOf(i) {
  const colour = COLOURS[i % COLOURS.length];
  return colour === "#000000" && isDark() ? "#FFFFFF" : colour;
}

export const styleOf = (i) => (i + Math.floor(i / COLOURS.length)) % DASHES.length;
export const dashOf = (i) => DASHES[styleOf(i)];

export function rgba(colour, alpha) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return `rgba(${r}, ${g}, ${b}, ${alpha})`;
}

export function mixed(a, b, share) {
  const part = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
  const mix = (at) => Math.round(part(a, at) * (1 - share) + part(b, at) * share).toString(16).padStart(2, "0");
  return `#${mix(1)}${mix(3)}${mix(5)}`;
}

// Black or white, whichever reads better on a colour.
export function inkOn(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  return 1.05 / light > light / 0.05 ? "#ffffff" : "#000000";
}

// The line of a policy as it is drawn in the figure.
export function swatch(i) {
  const draw = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const picture = draw("svg", { class: "swatch", viewBox: "0 0 24 8", "aria-hidden": "true" });
  const style = `stroke: var(--line-${i % COLOURS.length})`;
  const look = { "stroke-width": 2.5, "stroke-dasharray": SVG_DASHES[styleOf(i)], style };
  picture.append(draw("line", { x1: 0, x2: 24, y1: 4, y2: 4, ...look }));
  return picture;
}
