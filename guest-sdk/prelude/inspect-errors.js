// The text of errors: `Name: message`, then the engine's frames.
(function inspectErrors(host, p) {
  "use strict";

  const {
    ArrayIsArray, ArrayPrototypeIndexOf: indexInList, ArrayPrototypeJoin: join, ArrayPrototypePush: push,
    ArrayPrototypeSplice: splice, MathMin, RegExpPrototypeExec: exec, String, StringPrototypeEndsWith: endsWith,
    StringPrototypeIncludes: includes, StringPrototypeIndexOf: indexOf, StringPrototypeSlice: slice,
    StringPrototypeStartsWith: startsWith, peek, spaces, splitText,
  } = p;
  const { className } = host;
  const stackGetter = p.ErrorPrototypeGetStack;

  p.isError = (value) =>
    typeof value === "object" && value !== null && (className(value) === "Error" || p.inherits(value, p.ErrorPrototype));

  // A property of an error as text; objects are not asked for theirs, that would run script code.
  function textOf(error, key, otherwise) {
    const value = peek(error, key);
    if (value === undefined || value === null || typeof value === "object" || typeof value === "function") return otherwise;
    return typeof value === "symbol" ? p.SymbolPrototypeToString(value) : String(value);
  }

  function headerOf(error) {
    const name = textOf(error, "name", "Error");
    const message = textOf(error, "message", "");
    if (name === "") return message;
    return message === "" ? name : name + ": " + message;
  }

  // ---- Stacks ------------------------------------------------------------------------------------------------------

  // Frames that say nothing about the script: native functions and this prelude.
  const internalFrame = /^\s*at .*\((?:native\b.*|missing|prelude\/.*)\)$|^\s*at (?:native\b|prelude\/)/;

  // Code outside of functions has no name.
  function cleanFrame(line) {
    const place = exec(/^\s*at (?:<main>|<anonymous>|<eval>) \((.*)\)$/, line);
    return place === null ? line : "    at " + place[1];
  }

  // The stack of an error as `Name: message` and lines `    at f (script.js:2:3)`. Engines differ in `stack`: it may be an
  // accessor of Error.prototype or an own property, and hold the frames alone, or the header as well, or not exist.
  function stackOf(error) {
    let stack = peek(error, "stack");
    if (stack === undefined && stackGetter !== undefined && !p.hasOwn(error, "stack")) stack = stackGetter(error);
    if (typeof stack !== "string" || stack === "") return headerOf(error);
    if (exec(/^\s*at /, stack) === null) return stack;
    const lines = splitText(stack, "\n");
    let text = headerOf(error);
    for (let i = 0; i < lines.length; i++) {
      if (lines[i] !== "" && exec(internalFrame, lines[i]) === null) text += "\n" + cleanFrame(lines[i]);
    }
    return text;
  }
  p.stackOf = stackOf;

  // The frames of the running script, each on a new line, for console.trace.
  p.framesHere = () => {
    const stack = stackOf(new p.Error());
    const start = indexOf(stack, "\n    at");
    return start === -1 ? "" : slice(stack, start);
  };

  // A run of frames that an error shares with its cause is shown once: the cause's.
  function shortenFrames(frames, error) {
    const cause = peek(error, "cause");
    if (!p.isError(cause)) return frames;
    const stack = stackOf(cause);
    const start = indexOf(stack, "\n    at");
    if (start === -1) return frames;
    const causeFrames = splitText(slice(stack, start + 1), "\n");
    for (let i = 0; i < frames.length - 3; i++) {
      const at = indexInList(causeFrames, frames[i]);
      if (at === -1) continue;
      const most = MathMin(frames.length - i, causeFrames.length - at);
      let same = 1;
      while (same < most && frames[i + same] === causeFrames[at + same]) same++;
      if (same <= 3) continue;
      const shown = p.list();
      for (let j = 0; j < frames.length; j++) {
        if (j === i + 1) push(shown, "    ... " + (same - 2) + " lines matching cause stack trace ...");
        if (j <= i || j >= i + same - 1) push(shown, frames[j]);
      }
      return shown;
    }
    return frames;
  }

  // ---- Header ------------------------------------------------------------------------------------------------------

  // Puts the class in place of a less telling name: `ApiError: …` for a subclass that set no name, `TypeError [CODE]: …`.
  function withClassName(stack, error, description) {
    const name = textOf(error, "name", "Error");
    const next = stack[name.length];
    const startsWithName = startsWith(stack, name) && (next === undefined || next === ":" || next === "\n");
    let shown = name.length;
    let fallback = "Error";
    if (description.name === null) {
      const start = exec(/^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n\s+at)/, stack) ?? exec(/^([a-z_A-Z0-9-]*Error)$/, stack);
      shown = start === null ? 0 : start[1].length;
      if (shown > 0) fallback = start[1];
    } else if (!endsWith(name, "Error") || !startsWithName) {
      return stack;
    }
    const prefix = slice(p.prefix(description, fallback), 0, -1);
    if (name === prefix) return stack;
    if (!includes(prefix, name)) return prefix + " [" + name + "]" + slice(stack, shown);
    return shown === 0 ? prefix + ": " + stack : prefix + slice(stack, shown);
  }

  // The error as text, in brackets where it has no frames. Takes out of `keys` what the text already says and adds the
  // cause and the errors of an AggregateError, which are not enumerable.
  p.errorText = (error, description, context, keys) => {
    let stack = stackOf(error);
    if (!context.showHidden) {
      dropRepeated(keys, error, "name", stack);
      dropRepeated(keys, error, "message", stack);
      dropRepeated(keys, error, "stack", stack);
    }
    if (p.holderOf(error, "cause") !== null && indexInList(keys, "cause") === -1) push(keys, "cause");
    if (ArrayIsArray(peek(error, "errors")) && indexInList(keys, "errors") === -1) push(keys, "errors");

    stack = withClassName(stack, error, description);
    const message = textOf(error, "message", "");
    const messageAt = message === "" ? -1 : indexOf(stack, message);
    const framesAt = indexOf(stack, "\n    at", messageAt === -1 ? 0 : messageAt + message.length);
    if (framesAt === -1) {
      stack = "[" + stack + "]";
    } else {
      const frames = shortenFrames(splitText(slice(stack, framesAt + 1), "\n"), error);
      stack = slice(stack, 0, framesAt) + "\n" + join(frames, "\n");
    }
    return context.indent === 0 ? stack : join(splitText(stack, "\n"), "\n" + spaces(context.indent));
  };

  function dropRepeated(keys, error, key, stack) {
    const at = indexInList(keys, key);
    if (at === -1) return;
    const value = peek(error, key);
    if (typeof value !== "string" || includes(stack, value)) splice(keys, at, 1);
  }
})
