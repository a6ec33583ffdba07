// Texts such as Finite(prior=Uniform(), arms=200), as the command line reads them: to values and back.
// A value is {name, fields}; a field is another value or the text of a literal.

export function parseSpec(text, positions = () => []) {
  const reader = new Reader(text, positions);
  const value = reader.value();
  reader.space();
  if (reader.at < text.length) throw new Error(`cannot read ${JSON.stringify(text.slice(reader.at))}`);
  return value;
}

export function writeSpec(value) {
  if (typeof value === "string") return value;
  if (value.bare) return value.name;
  const fields = Object.entries(value.fields).map(([name, field]) => `${name}=${writeSpec(field)}`);
  return `${value.name}(${fields.join(", ")})`;
}

export function copyValue(value) {
  if (typeof value === "string") return value;
  const fields = Object.fromEntries(Object.entries(value.fields).map(([name, field]) => [name, copyValue(field)]));
  return { ...value, fields };
}

class Reader {
  constructor(text, positions) {
    this.text = text;
    this.positions = positions; // names of a class's fields, for values given without them
    this.at = 0;
  }

  space() { while (/\s/.test(this.text[this.at] ?? "")) this.at += 1; }

  name() {
    const found = /^[A-Za-z_]\w*/.exec(this.text.slice(this.at));
    if (found) this.at += found[0].length;
    return found?.[0] ?? null;
  }

  value() {
    this.space();
    const begin = this.at;
    const name = this.name();
    if (name === null || ["True", "False", "None", "inf", "nan"].includes(name)) {
      this.at = begin;
      return this.literal();
    }
    this.space();
    if (this.text[this.at] !== "(") return { name, fields: {}, bare: true };
    this.at += 1;
    return { name, fields: this.fields(name) };
  }

  fields(owner) {
    const fields = {};
    for (let i = 0; ; i += 1) {
      this.space();
      if (this.text[this.at] === ")") { this.at += 1; return fields; }
      if (this.at >= this.text.length) throw new Error("a parenthesis is not closed");
      const begin = this.at;
      const name = this.name();
      this.space();
      if (name !== null && this.text[this.at] === "=") {
        this.at += 1;
        fields[name] = this.value();
      } else {
        this.at = begin;
        const position = this.positions(owner)[i];
        if (position === undefined) throw new Error(`${owner} has too many fields`);
        fields[position] = this.value();
      }
      this.space();
      if (this.text[this.at] === ",") this.at += 1;
      else if (this.text[this.at] !== ")") throw new Error(`cannot read ${JSON.stringify(this.text.slice(this.at))}`);
    }
  }

  // A number, a text in quotes, or a list of such: everything up to a comma or parenthesis of the text around it.
  literal() {
    const begin = this.at;
    let depth = 0;
    while (this.at < this.text.length) {
      const sign = this.text[this.at];
      if (sign === "'" || sign === '"') {
        const end = this.text.indexOf(sign, this.at + 1);
        if (end < 0) throw new Error("a quotation mark is not closed");
        this.at = end;
      } else if ("([".includes(sign)) depth += 1;
      else if (")]".includes(sign)) { if (depth === 0) break; depth -= 1; } else if (sign === "," && depth === 0) break;
      this.at += 1;
    }
    const text = this.text.slice(begin, this.at).trim();
    if (!text) throw new Error("a value is missing");
    return text;
  }
}

// The numbers of "(0.9, 0.1)" as texts.
export function numbersOf(literal) {
  return literal.replace(/[()[\]]/g, " ").split(/[\s,;]+/).filter(Boolean);
}

// A tuple that the library reads: one number needs its comma.
export function tupleOf(numbers) {
  return numbers.length === 1 ? `(${numbers[0]},)` : `(${numbers.join(", ")})`;
}
