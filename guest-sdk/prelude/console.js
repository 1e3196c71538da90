// `console` and `print`. Each call gives the host one piece of text: log, info and debug on stream 0; error, warn and trace
// on stream 1.
(function console(host, p) {
  "use strict";

  const {
    ArrayIsArray, ArrayPrototypeJoin: join, ArrayPrototypeUnshift: unshift, MathFloor, NumberPrototypeToFixed: toFixed, String,
    StringPrototypeIncludes: includes, StringPrototypeIndexOf: indexOf, StringPrototypePadStart: padStart,
    StringPrototypeSlice: slice, format, numberText, splitText, toList,
  } = p;
  const { print } = host;

  const OUT = 0;
  const ERR = 1;

  // ---- Printing ----------------------------------------------------------------------------------------------------

  // What `console.group` puts before each line.
  let indentation = "";
  const deepestGroup = 1000;

  const longText = 65536;

  function write(stream, text) {
    if (indentation !== "") {
      if (includes(text, "\n")) text = join(splitText(text, "\n"), "\n" + indentation);
      text = indentation + text;
    }
    if (text.length < longText) {
      print(stream, text + "\n");
    } else {
      // Not even a copy is made of text that may be most of the memory.
      print(stream, text);
      print(stream, "\n");
    }
  }

  // `values` is the array of a call's arguments. Most calls print one string, or a few primitives.
  function log(stream, values) {
    const { length } = values;
    const first = values[0];
    if (length === 1 && typeof first === "string") {
      write(stream, first);
      return;
    }
    let text = "";
    let i = 0;
    if (typeof first !== "string" || indexOf(first, "%") === -1) {
      for (; i < length; i++) {
        const value = values[i];
        const type = typeof value;
        if (type === "string") text += i === 0 ? value : " " + value;
        else if (type === "number") text += i === 0 ? numberText(value, false) : " " + numberText(value, false);
        else if (type === "boolean" || value === undefined || value === null) text += i === 0 ? String(value) : " " + value;
        else break;
      }
    }
    write(stream, i === length ? text : format(values));
  }

  const warning = (text) => write(ERR, "Warning: " + text);

  // ---- Labels ------------------------------------------------------------------------------------------------------

  const counts = new p.SafeMap();
  const timers = new p.SafeMap();

  // Durations as Node writes them: `12ms`, `1.500s`, `1:02.345 (m:ss.mmm)`.
  function durationText(millis) {
    if (millis < 1000) return millis + "ms";
    if (millis < 60_000) return toFixed(millis / 1000, 3) + "s";
    const hours = MathFloor(millis / 3_600_000);
    const minutes = MathFloor((millis % 3_600_000) / 60_000);
    const seconds = padStart(toFixed((millis % 60_000) / 1000, 3), 6, "0");
    if (hours === 0) return minutes + ":" + seconds + " (m:ss.mmm)";
    return hours + ":" + padStart(String(minutes), 2, "0") + ":" + seconds + " (h:mm:ss.mmm)";
  }

  function logTime(method, label, values) {
    const start = timers.get(label);
    if (start === undefined) {
      warning("No such label '" + label + "' for console." + method + "()");
      return false;
    }
    const text = label + ": " + durationText(host.now() - start);
    if (values === undefined) {
      write(OUT, text);
    } else {
      unshift(toList(values), ""); // the first is no format
      write(OUT, text + format(values));
    }
    return true;
  }

  function openGroup(values) {
    if (values.length > 0) log(OUT, values);
    if (indentation.length < deepestGroup) indentation += "  ";
  }

  // ---- Methods -----------------------------------------------------------------------------------------------------

  const methods = {
    log(...values) { log(OUT, values); },
    warn(...values) { log(ERR, values); },
    dir(value, options) {
      write(OUT, p.inspect(value, { __proto__: null, customInspect: false, ...options }));
    },
    time(label = "default") {
      label = String(label);
      if (timers.has(label)) warning("Label '" + label + "' already exists for console.time()");
      else timers.set(label, host.now());
    },
    timeEnd(label = "default") {
      label = String(label);
      if (logTime("timeEnd", label)) timers.delete(label);
    },
    timeLog(label = "default", ...values) { logTime("timeLog", String(label), values); },
    trace(...values) {
      const text = format(values);
      const frames = p.framesHere();
      write(ERR, "Trace" + (text === "" ? "" : ": " + text) + frames);
    },
    assert(condition, ...values) {
      if (condition) return;
      toList(values);
      if (values.length === 0) values[0] = "Assertion failed";
      else if (typeof values[0] === "string") values[0] = "Assertion failed: " + values[0];
      else unshift(values, "Assertion failed:");
      log(ERR, values);
    },
    clear() {},
    count(label = "default") {
      label = String(label);
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      write(OUT, label + ": " + count);
    },
    countReset(label = "default") {
      label = String(label);
      if (!counts.delete(label)) warning("Count for '" + label + "' does not exist");
    },
    group(...values) { openGroup(values); },
    groupEnd() { indentation = slice(indentation, 2); },
    table(data, properties) {
      if (properties !== undefined && !ArrayIsArray(properties)) {
        throw new p.TypeError('The "properties" argument must be an instance of Array.');
      }
      const text = p.tableText(data, properties);
      if (text === undefined) log(OUT, [data]);
      else write(OUT, text);
    },
    debug(...values) { log(OUT, values); },
    info(...values) { log(OUT, values); },
    dirxml(...values) { log(OUT, values); },
    error(...values) { log(ERR, values); },
    groupCollapsed(...values) { openGroup(values); },
    profile() {},
    profileEnd() {},
    timeStamp() {},
  };

  const object = p.ObjectCreate({});
  p.defineInterface(object, methods);
  p.defineConstant(object, p.SymbolToStringTag, "console");
  p.define(p.global, "console", object);
  p.define(p.global, "print", { print(...values) { log(OUT, values); } }.print);
})
