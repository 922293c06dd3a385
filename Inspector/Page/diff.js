// The changes between two printed values.

/** The deepest nesting that is read. */
const deepest = 64;

const ends = { "(": ")", "[": "]" };

/** The characters of a word: all but brackets, commas, quotation marks, and a colon before a space. */
const wordEnd = /(?:[^,()[\]":]|:(?! ))*/y;

/** Reads a printed value: `Cart(lines: [Line(id: 1)], total: 3900)`. A value that it cannot read becomes one text. */
export function parse(text) {
  const reader = new Reader(text);
  const result = reader.value(0);
  return reader.isAtEnd && !reader.isTooDeep ? result : { text };
}

class Reader {
  index = 0;
  isTooDeep = false;

  constructor(text) {
    this.text = text;
  }

  get isAtEnd() { return this.index >= this.text.length; }
  get next() { return this.text[this.index]; }
  get isAtColon() { return this.text.startsWith(": ", this.index); }

  /** Reads a name, a number or a text, and the parts in brackets that follow it. */
  value(depth) {
    const start = this.index;
    if (this.next === '"') this.quotation();
    else this.word();
    const end = ends[this.next];
    if (!end) return { text: this.text.slice(start, this.index).trim() };
    this.index++;
    const parts = this.parts(end, depth + 1);
    return { text: this.text.slice(start, this.index).trim(), parts, isList: end === "]" };
  }

  word() {
    wordEnd.lastIndex = this.index;
    wordEnd.test(this.text);
    this.index = wordEnd.lastIndex;
  }

  quotation() {
    this.index++;
    while (!this.isAtEnd && this.next !== '"') this.index += this.next === "\\" ? 2 : 1;
    this.index++;
  }

  /** Reads parts up to the bracket at their end. */
  parts(end, depth) {
    const parts = [];
    if (depth > deepest) {
      this.isTooDeep = true;
      this.index = this.text.length;
    }
    while (!this.isAtEnd && this.next !== end) {
      parts.push(this.part(depth));
      this.separator(end);
    }
    this.index++;
    return parts;
  }

  part(depth) {
    const first = this.value(depth);
    if (!this.isAtColon) return first;
    this.index += 2;
    return { ...this.value(depth), label: first.text };
  }

  /** Skips a comma with its spaces, and a closing bracket that has no opening one. */
  separator(end) {
    if (this.next === ",") this.index++;
    while (this.next === " ") this.index++;
    if (/[)\]]/.test(this.next ?? "") && this.next !== end) this.index++;
  }
}

const identity = (part) => part.label ?? part.parts?.find((field) => field.label === "id")?.text;

const join = (path, name) => (path ? (name.startsWith("[") ? path + name : path + "." + name) : name);

function compare(old, now, path, found) {
  if (old.text === now.text) return;
  if (!old.parts || !now.parts || old.isList !== now.isList) {
    found.push({ path, old: old.text, now: now.text });
    return;
  }
  const isKeyed = (parts) => parts.every((part) => identity(part) !== undefined) &&
    new Set(parts.map(identity)).size === parts.length;
  if (isKeyed(old.parts) && isKeyed(now.parts)) return compareKeyed(old, now, path, found);
  compareListed(old, now, path, found);
}

function compareKeyed(old, now, path, found) {
  const name = (part) => (now.isList ? `[${identity(part)}]` : part.label);
  const before = new Map(old.parts.map((part) => [identity(part), part]));
  for (const part of now.parts) {
    const same = before.get(identity(part));
    before.delete(identity(part));
    if (same) compare(same, part, join(path, name(part)), found);
    else found.push({ path: join(path, name(part)), now: part.text });
  }
  for (const part of before.values()) found.push({ path: join(path, name(part)), old: part.text });
}

/** Compares lists whose items have no identity. Equal items at both ends are skipped. */
function compareListed(old, now, path, found) {
  let [left, right] = [old.parts, now.parts];
  let start = 0;
  while (start < Math.min(left.length, right.length) && left[start].text === right[start].text) start++;
  let end = 0;
  while (end < Math.min(left.length, right.length) - start &&
    left[left.length - 1 - end].text === right[right.length - 1 - end].text) end++;
  left = left.slice(start, left.length - end);
  right = right.slice(start, right.length - end);
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const name = join(path, `[${start + index}]`);
    if (left[index] && right[index]) compare(left[index], right[index], name, found);
    else found.push({ path: name, old: left[index]?.text, now: right[index]?.text });
  }
}

/** The changes between the first and the second of two printed values. */
export function changes(values) {
  if (values.length !== 2) return [];
  const found = [];
  compare(parse(values[0]), parse(values[1]), "", found);
  return found;
}
