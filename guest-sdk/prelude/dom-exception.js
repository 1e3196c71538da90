// DOMException. Its instances are real errors: they have a stack. Name and message are also properties of each instance, so
// that what reports errors finds them without calling a getter. An engine's own class is replaced, for one that is the same
// everywhere.
(function domException(host, p) {
  "use strict";

  const codes = {
    __proto__: null,
    IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5,
    NoModificationAllowedError: 7, NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11,
    SyntaxError: 12, InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17,
    SecurityError: 18, NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23,
    InvalidNodeTypeError: 24, DataCloneError: 25,
  };
  const constants = [
    "INDEX_SIZE_ERR", "DOMSTRING_SIZE_ERR", "HIERARCHY_REQUEST_ERR", "WRONG_DOCUMENT_ERR", "INVALID_CHARACTER_ERR",
    "NO_DATA_ALLOWED_ERR", "NO_MODIFICATION_ALLOWED_ERR", "NOT_FOUND_ERR", "NOT_SUPPORTED_ERR", "INUSE_ATTRIBUTE_ERR",
    "INVALID_STATE_ERR", "SYNTAX_ERR", "INVALID_MODIFICATION_ERR", "NAMESPACE_ERR", "INVALID_ACCESS_ERR", "VALIDATION_ERR",
    "TYPE_MISMATCH_ERR", "SECURITY_ERR", "NETWORK_ERR", "ABORT_ERR", "URL_MISMATCH_ERR", "QUOTA_EXCEEDED_ERR",
    "TIMEOUT_ERR", "INVALID_NODE_TYPE_ERR", "DATA_CLONE_ERR",
  ];

  const parts = new p.SafeWeakMap();
  const partsOf = (self) => {
    const found = p.isObject(self) ? parts.get(self) : undefined;
    if (found === undefined) throw new p.TypeError("Illegal invocation: this is no DOMException");
    return found;
  };

  const fix = (self, key, value) => {
    p.ReflectDefineProperty(self, key, { __proto__: null, value, writable: false, enumerable: false, configurable: true });
  };

  class DOMException {
    // The second argument is a name, or as in Node an object with `name` and `cause`.
    constructor(message = "", options = "Error") {
      const self = p.construct(p.Error, [], new.target);
      let name = options;
      if (typeof options === "object" && options !== null) {
        name = options.name;
        if ("cause" in options) p.define(self, "cause", options.cause);
      }
      const own = { __proto__: null, name: `${name}`, message: `${message}` };
      parts.set(self, own);
      fix(self, "name", own.name);
      fix(self, "message", own.message);
      return self;
    }

    get name() {
      return partsOf(this).name;
    }

    get message() {
      return partsOf(this).message;
    }

    get code() {
      return codes[partsOf(this).name] ?? 0;
    }
  }

  p.defineInterfaceClass(DOMException);
  p.ObjectSetPrototypeOf(DOMException.prototype, p.ErrorPrototype);
  for (let i = 0; i < constants.length; i++) {
    p.defineConstant(DOMException, constants[i], i + 1, true);
    p.defineConstant(DOMException.prototype, constants[i], i + 1, true);
  }

  p.DOMException = DOMException;
  p.platformClass((value) => parts.has(value), (value) => {
    const { name, message } = parts.get(value);
    return new DOMException(message, name);
  });
})
