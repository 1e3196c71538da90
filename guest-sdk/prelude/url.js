// URL. Parsing, and setting a part, follow the URL standard on the other side of `host.urlParse` and `host.urlSet`.
(function url(host, p) {
  "use strict";

  // Where `urlParse` puts each part.
  const [HREF, PROTOCOL, USERNAME, PASSWORD, HOST, HOSTNAME, PORT, PATHNAME, SEARCH, HASH, ORIGIN] = Array(11).keys();

  const clip = (text) => (text.length <= 200 ? text : `${p.StringPrototypeSlice(text, 0, 200)}…`);

  function invalidUrl(input, base) {
    const error = new p.TypeError(`Invalid URL: '${clip(input)}'${base === undefined ? "" : ` with base '${clip(base)}'`}`);
    p.setOwn(error, "code", "ERR_INVALID_URL");
    p.setOwn(error, "input", input);
    if (base !== undefined) p.setOwn(error, "base", base);
    return error;
  }

  const parse = (url, base) => host.urlParse(p.toUsvString(url), base === undefined ? undefined : p.toUsvString(base));

  class URL {
    #parts;
    #params = undefined; // made when it is asked for

    constructor(url, base = undefined) {
      p.needArguments(arguments.length, 1, "URL");
      const text = p.toUsvString(url);
      const baseText = base === undefined ? undefined : p.toUsvString(base);
      const parts = host.urlParse(text, baseText);
      if (parts === undefined) throw invalidUrl(text, baseText);
      this.#parts = parts;
    }

    static canParse(url, base = undefined) {
      p.needArguments(arguments.length, 1, "URL.canParse");
      return parse(url, base) !== undefined;
    }

    static parse(url, base = undefined) {
      p.needArguments(arguments.length, 1, "URL.parse");
      return parse(url, base) === undefined ? null : new URL(url, base);
    }

    get href() {
      return this.#parts[HREF];
    }

    set href(value) {
      this.#parts;
      const text = p.toUsvString(value);
      const parts = host.urlParse(text, undefined);
      if (parts === undefined) throw invalidUrl(text);
      this.#parts = parts;
      this.#updateParams();
    }

    get origin() {
      return this.#parts[ORIGIN];
    }

    get searchParams() {
      return URL.#paramsOf(this);
    }

    toString() {
      return this.#parts[HREF];
    }

    toJSON() {
      return this.#parts[HREF];
    }

    static #paramsOf(url) {
      url.#params ??= p.createParams(url.#parts[SEARCH], (query) => {
        url.#parts = host.urlSet(url.#parts[HREF], "search", query);
      });
      return url.#params;
    }

    #updateParams() {
      if (this.#params !== undefined) p.replaceParams(this.#params, this.#parts[SEARCH]);
    }

    static {
      const settable = [
        ["protocol", PROTOCOL], ["username", USERNAME], ["password", PASSWORD], ["host", HOST], ["hostname", HOSTNAME],
        ["port", PORT], ["pathname", PATHNAME], ["search", SEARCH], ["hash", HASH],
      ];
      for (const [part, index] of settable) {
        p.defineInterface(this.prototype, {
          get [part]() {
            return this.#parts[index];
          },
          set [part](value) {
            this.#parts = host.urlSet(this.#parts[HREF], part, p.toUsvString(value));
            if (part === "search") this.#updateParams();
          },
        });
      }
      const isUrl = (value) => p.isObject(value) && #parts in value;
      p.platformClass(isUrl);
      p.showFields(URL, isUrl, (url) => ({
        __proto__: null,
        href: url.#parts[HREF],
        origin: url.#parts[ORIGIN],
        protocol: url.#parts[PROTOCOL],
        username: url.#parts[USERNAME],
        password: url.#parts[PASSWORD],
        host: url.#parts[HOST],
        hostname: url.#parts[HOSTNAME],
        port: url.#parts[PORT],
        pathname: url.#parts[PATHNAME],
        search: url.#parts[SEARCH],
        searchParams: URL.#paramsOf(url),
        hash: url.#parts[HASH],
      }));
    }
  }

  p.defineInterfaceClass(URL);
})
