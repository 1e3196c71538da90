//# the network functions fail with a sentence
log(await rejected(fetch("http://a")), (await fetch("http://a").catch((error) => error.message)));
for (const Type of [XMLHttpRequest, WebSocket, EventSource]) {
  try {
    new Type("ws://a");
  } catch (error) {
    log(error.name, error.message);
  }
}
//= TypeError fetch is not available: a script has no network; this run has no tools
//= TypeError XMLHttpRequest is not available: a script has no network; this run has no tools
//= TypeError WebSocket is not available: a script has no network; this run has no tools
//= TypeError EventSource is not available: a script has no network; this run has no tools

//# nothing of a host is there
const body = "return [typeof process, typeof require, typeof Deno, typeof Bun, typeof module, typeof Buffer, typeof window].join()";
log(({}).constructor.constructor(body)());
try {
  null.x;
} catch (error) {
  log(error.constructor.constructor(body)());
}
//= undefined,undefined,undefined,undefined,undefined,undefined,undefined
//= undefined,undefined,undefined,undefined,undefined,undefined,undefined
