//# parts (Node 22)
const blob = new Blob(["a", new Uint8Array([98, 99]), new Uint8Array([1, 100, 2]).subarray(1, 2), new Blob(["é"]), new DataView(new ArrayBuffer(2)), 12, null, { toString: () => "o" }, new Uint16Array([0x6161]).buffer], { type: "Text/Plain" });
log(blob.size, blob.type, JSON.stringify(await blob.text()));
log(new Blob().size, new Blob([]).type, await new Blob([new Uint8Array([0xff, 65])]).text(), await new Blob(["\ud800"]).text(), new Blob(["x"], { type: "ä" }).type, new Blob(["x"], {}).type);
log(await new Blob(["a\r\nb\nc\rd"], { endings: "native" }).text() === "a\nb\nc\nd", await new Blob(["a\r\nb"], { endings: "transparent" }).text() === "a\r\nb");
log(await blob.arrayBuffer() instanceof ArrayBuffer, (await blob.arrayBuffer()).byteLength, new Uint8Array(await new Blob(["hi"]).arrayBuffer()));
const shared = new Uint8Array([1, 2]);
const copy = new Blob([shared]);
shared[0] = 9;
log(new Uint8Array(await copy.arrayBuffer()));
for (const action of [() => new Blob("a"), () => new Blob(5), () => new Blob({}), () => Blob(), () => new Blob([], 5), () => new Blob([Symbol()])]) log(thrown(action));
log(await new Blob(new Set(["s", "t"])).text(), Object.prototype.toString.call(blob), Blob.length, await new Blob(["\ufeffx"]).text());

//# slice (Node 22)
const blob = new Blob(["0123456789"], { type: "a/b" });
for (const [from, to] of [[], [2], [2, 5], [-3], [-5, -2], [5, 2], [0, 100], [-100, 3], [20], [NaN, 2], ["1", "3"], [undefined, undefined], [1.9, 3.9], [0.5, 2.5], [1.5, 3.5], [-0.5, -1.5], [-Infinity, Infinity], [0, -1], [2, null]]) {
  const part = blob.slice(from, to);
  log(from, to, await part.text(), part.size, part.type);
}
log(blob.slice(0, 1, "C/D").type, await blob.slice(2, 8).slice(1, 3).text(), blob.slice(0, 2) instanceof Blob);

//# bytes (Node 22)
log(await new Blob(["hé"]).bytes());

//# File
const file = new File(["hello"], "a.txt", { type: "text/plain", lastModified: 12 });
log(file.name, file.size, file.type, file.lastModified, await file.text(), file instanceof Blob, file instanceof File, Object.prototype.toString.call(file));
log(typeof new File([], "x").lastModified, new File([], "x").size, new File([], 5).name, file.slice(0, 1) instanceof File);
for (const action of [() => new File(), () => new File([]), () => new File("a", "b"), () => File([], "a")]) log(thrown(action));
