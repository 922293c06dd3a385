// The changes between two printed values.

/** Reads a printed value: `Cart(lines: [Line(id: 1)], total: 3900)`. What it cannot read is text. */
export function parse(text) {
  let index = 0;
  const ends = { "(": ")", "[": "]" };

  function string() {
    const start = index++;
    while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
    return text.slice(start, ++index);
  }

  function value() {
    const start = index;
    while (index < text.length && !/[,()[\]"]/.test(text[index]) && !text.startsWith(": ", index)) {
      index++;
    }
    if (text[index] === '"' && index === start) string();
    const end = ends[text[index]];
    if (!end) return { text: text.slice(start, index).trim() };
    const isList = end === "]";
    index++;
    const parts = fields(end, isList);
    return { text: text.slice(start, index).trim(), parts, isList };
  }

  function fields(end) {
    const parts = [];
    while (index < text.length && text[index] !== end) {
      let part = value();
      if (text.startsWith(": ", index)) {
        const label = part.text;
        index += 2;
        part = { ...value(), label };
      }
      parts.push(part);
      if (text[index] === ",") index += 1;
      while (text[index] === " ") index++;
      if (/[)\]]/.test(text[index] ?? "") && text[index] !== end) index++;
    }
    index++;
    return parts;
  }

  const result = value();
  return index >= text.length ? result : { text };
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

/** Lists without names: what is equal at both ends is left out. */
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
