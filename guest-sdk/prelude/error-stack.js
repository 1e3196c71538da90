// `stack` of errors as V8 has it: the error's text, then its frames in the script, without those of the guest itself. For
// engines whose own `stack` is frames alone and which give `host.scriptFrames`.
(function errorStack(host, p) {
  "use strict";

  if (host.scriptFrames === undefined) return;

  const engineStack = p.ErrorPrototypeGetStack;
  const { set } = p.ownDescriptor(p.ErrorPrototype, "stack");
  const { get } = p.ownDescriptor(
    {
      get stack() {
        if (host.className(this) !== "Error") return undefined;
        const stack = engineStack(this);
        if (typeof stack !== "string") return stack; // the script's own value
        return p.ErrorPrototypeToString(this) + host.scriptFrames(stack);
      },
    },
    "stack",
  );
  p.defineGetter(p.ErrorPrototype, "stack", get, set);

  const engineCapture = p.ErrorCaptureStackTrace;
  const functions = {
    captureStackTrace(targetObject, constructorOpt) {
      if (!p.isObject(targetObject)) throw new p.TypeError("Error.captureStackTrace needs an object");
      const holder = { __proto__: null };
      engineCapture(holder, typeof constructorOpt === "function" ? constructorOpt : functions.captureStackTrace);
      const frames = typeof holder.stack === "string" ? host.scriptFrames(holder.stack) : "";
      p.define(targetObject, "stack", p.ErrorPrototypeToString(targetObject) + frames);
    },
  };
  p.defineAll(p.Error, functions);
})
