// The form of a problem; where its arms may be given, a choice between a prior and one's own.

import { drawArms } from "./density.js";
import { editor, labelled, modelOf, read, unquoted } from "./fields.js";
import { freshId, make, singular } from "./page.js";
import { numbersOf, tupleOf, writeSpec } from "./spec.js";
import { tableInput } from "./table-input.js";

// ``axes`` are fields that a map varies: they are not asked for, and arms are not one's own there.
export function problemForm(place, problem, changed, axes = []) {
  const { own, drawn } = modelOf(problem);
  const kept = {}; // what the other way had, should the visitor come back
  let given = own.length > 0 && own.some((name) => name in problem.fields);
  if (given) for (const name of drawn.slice(1)) delete problem.fields[name]; // there are as many as are given

  const leaving = given; // a map cannot have arms of one's own: they can be left there, not chosen

  const fill = () => {
    const skip = ({ name }) => axes.includes(name) || own.includes(name) || (given && drawn.includes(name));
    const choice = own.length && (leaving || !axes.length) ? [ways()] : [];
    const mine = given ? [ownArms(problem, own, changed)] : [];
    place.replaceChildren(...choice, ...mine, ...editor(problem, "problem", changed, skip));
  };

  const use = (mine) => {
    for (const name of given ? own : drawn) {
      kept[name] = problem.fields[name];
      delete problem.fields[name];
    }
    given = mine;
    for (const name of given ? own : drawn) if (kept[name] !== undefined) problem.fields[name] = kept[name];
    if (!given && !problem.fields.prior) {
      const [prior, number] = drawn;
      Object.assign(problem.fields, { [prior]: read("Uniform()"), [number]: "100" });
    }
    fill();
    place.querySelector(".segments input:checked")?.focus(); // it is another element now
    changed();
  };

  const ways = () => {
    const name = freshId("ways");
    const way = (mine, words) => {
      const input = make("input", { type: "radio", name, checked: given === mine, onchange: () => use(mine) });
      return make("label", {}, input, make("span", {}, words));
    };
    const legend = make("legend", { class: "sr" }, "Where the arms come from");
    return make("fieldset", { class: "segments" }, legend, way(false, "Drawn from a prior"), way(true, "My own"));
  };

  fill();
}

// Arms of one's own: a table with a row per arm.
function ownArms(problem, own, changed) {
  const { law } = problem.fields;
  const pairs = typeof law === "string" && unquoted(law) === modelOf(problem).pairs; // (a, b) of rewards and of costs
  const numbers = own.map((name) => numbersOf(problem.fields[name] ?? ""));
  const halves = (all) => [0, 1].map((half) => all.filter((_, i) => i % 2 === half));
  const columns = pairs ? numbers.flatMap(halves) : numbers;
  const text = columns[0].map((_, i) => columns.map((column) => column[i]).join(", ")).join("\n");
  const drawing = make("div", { class: "density" });
  const draw = () => { drawing.innerHTML = pairs ? "" : drawArms(problem.fields[own[0]] ?? ""); };
  const asked = () => {
    const now = problem.fields.law;
    const allowed = typeof now === "object" ? { law: writeSpec(now) } : {};
    const both = own.flatMap((name) => [`${singular(name)} a`, `${singular(name)} b`]);
    return { columns: pairs ? both : own, ...(pairs ? { any: true } : allowed) };
  };
  const receive = (found) => {
    own.forEach((name, i) => {
      if (!found) delete problem.fields[name];
      else if (pairs) problem.fields[name] = tupleOf(found[2 * i].map((a, j) => `(${a}, ${found[2 * i + 1][j]})`));
      else problem.fields[name] = tupleOf(found[i]);
    });
    draw();
    changed();
  };
  const hint = own.length > 1 ? `one arm per line: ${own.map(singular).join(", ")}` : "one number per line";
  const { input, beside } = tableInput(text, hint, own.join(" and "), asked, receive);
  draw();
  const box = labelled(problem, { name: own[0], kind: "own" }, "problem", input, beside);
  return make("div", { class: "group" }, box, drawing);
}
