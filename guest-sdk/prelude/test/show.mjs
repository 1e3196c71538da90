// What the blocks of `web/*.js` use to say what they see, the same for every realm.

const tag = (value) => Object.prototype.toString.call(value).slice(8, -1);

/** A value as text that says what kind it is. Strings are shown as they are. */
export function show(value) {
  return typeof value === "string" ? value : text(value, []);
}

function text(value, seen) {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[function ${value.name}]`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object" || value === null) return String(value);
  if (seen.includes(value)) return "<circular>";
  const inner = (part) => text(part, [...seen, value]);
  if (isErrorLike(value)) return errorName(value);
  if (ArrayBuffer.isView(value) && tag(value) !== "DataView") return `${tag(value)}(${Array.from(value).join()})`;
  const entries = Object.entries(value).map(([key, part]) => `${key}: ${inner(part)}`);
  switch (tag(value)) {
    case "Array": return `[${Array.from(value, inner).join(", ")}]`;
    case "Map": return `Map(${[...Map.prototype.entries.call(value)].map(([key, part]) => `${inner(key)} => ${inner(part)}`).join()})`;
    case "Set": return `Set(${[...Set.prototype.values.call(value)].map(inner).join()})`;
    case "Date": return `Date(${Number(value)})`;
    case "RegExp": return `RegExp(${value.source} ${value.flags})`;
    case "ArrayBuffer": return `ArrayBuffer(${Array.from(new Uint8Array(value)).join()})`;
    case "Object": return `{ ${entries.join(", ")} }`;
    default: return `${tag(value)} { ${entries.join(", ")} }`;
  }
}

const isErrorLike = (value) => typeof value.name === "string" && typeof value.message === "string" && typeof value.stack === "string";

// Messages differ between engines; the class, the name and a DOMException's code do not.
function errorName(error) {
  const name = error.constructor.name === error.name ? error.name : `${error.constructor.name} ${error.name}`;
  return typeof error.code === "number" ? `${name} ${error.code}` : name;
}

export const tools = (advance) => ({
  /** What the function throws. */
  thrown(f) {
    try {
      return `no error, ${show(f())}`;
    } catch (error) {
      return show(error);
    }
  },
  /** What a promise, or the promise of a function, is rejected with. */
  async rejected(promise) {
    try {
      return `no error, ${show(await (typeof promise === "function" ? promise() : promise))}`;
    } catch (error) {
      return show(error);
    }
  },
  pause: (millis) => new Promise((resolve) => setTimeout(resolve, advance ? 0 : millis)),
});
