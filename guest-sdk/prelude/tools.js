// The tools of a run: the modules `tools/<name>`, and the same modules on the global `tools`. The host's own modules, whose names
// begin with `codemode:`, are made in the same way, and are not on that global.
//
// Which tools there are is known only when a run begins, so everything here is made when a script first asks for it.
(function tools(host, p) {
  "use strict";

  const modules = new p.SafeMap(); // name → frozen object of its functions

  // The functions of a module, the same object each time; `undefined` for an unknown name. The engine's module loader takes
  // the exports of a module from it.
  host.toolModule = (name) => {
    const known = modules.get(name);
    if (known !== undefined) return known;
    const exports = host.moduleTools(name);
    if (exports === undefined) return undefined;
    const functions = { __proto__: null };
    for (let i = 0; i < exports.length; i += 2) {
      addConstant(functions, exports[i], p.ObjectFreeze(host.toolFunction(name, exports[i], exports[i + 1])));
    }
    p.ObjectFreeze(functions);
    modules.set(name, functions);
    return functions;
  };

  function addConstant(target, key, value) {
    p.ReflectDefineProperty(target, key, { __proto__: null, value, writable: false, enumerable: true, configurable: false });
  }

  // ---- Exceptions --------------------------------------------------------------------------------------------------

  // The exceptions of calls are ordinary errors of two classes, so that they print as what they are.
  class ToolError extends p.Error {}
  class Refusal extends p.Error {}
  p.define(ToolError.prototype, "name", "ToolError");
  p.define(Refusal.prototype, "name", "Refusal");

  // For the core: what the promise of a call is rejected with.
  host.makeFailure = (name, message, code, tool, stack) => {
    const error = new (name === "Refusal" ? Refusal : ToolError)(message);
    p.define(error, "stack", stack);
    p.ReflectDefineProperty(error, "code", { __proto__: null, value: code, writable: true, enumerable: true, configurable: true });
    p.ReflectDefineProperty(error, "tool", { __proto__: null, value: tool, writable: true, enumerable: true, configurable: true });
    return error;
  };

  // ---- The global --------------------------------------------------------------------------------------------------

  // What engines and libraries look up on any object; everything else that does not exist is a mistake worth a message.
  const harmless = new p.SafeSet();
  for (const key of ["then", "toJSON", "toString", "valueOf", "constructor", "prototype", "length", "name"]) harmless.add(key);

  // A frozen object whose unknown names throw instead of being `undefined`: `tools.crm.getCustomer is not a function` would
  // not say that it is called `get_customer`.
  function strict(target, unknown) {
    return new p.Proxy(p.ObjectFreeze(target), {
      __proto__: null,
      get(object, key) {
        if (typeof key === "symbol" || p.hasOwn(object, key) || harmless.has(key)) return object[key];
        throw new p.TypeError(unknown(key));
      },
    });
  }

  function makeTools() {
    const all = { __proto__: null };
    const names = host.moduleNames();
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      addConstant(all, name, strict(host.toolModule(name), (key) => host.unknownExport(name, key)));
    }
    return strict(all, (key) => host.unknownModule(`tools/${key}`));
  }

  // Scripts that import what they use never pay for it.
  let made;
  p.ReflectDefineProperty(p.global, "tools", {
    __proto__: null,
    get() {
      return (made ??= makeTools());
    },
    set: undefined,
    enumerable: false,
    configurable: false,
  });
})
