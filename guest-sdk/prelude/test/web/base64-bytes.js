//# Uint8Array to text
const bytes = new Uint8Array([0, 1, 250, 251, 252, 253, 254, 255]);
log(bytes.toBase64(), bytes.toBase64({ alphabet: "base64url" }), bytes.toBase64({ omitPadding: true }), bytes.toHex(), new Uint8Array().toBase64(), new Uint8Array().toHex());
for (let i = 0; i < 5; i++) log(bytes.subarray(3, 3 + i).toBase64(), bytes.subarray(3, 3 + i).toBase64({ omitPadding: true }));
log(thrown(() => bytes.toBase64({ alphabet: "x" })), thrown(() => bytes.toBase64(5)), thrown(() => Uint8Array.prototype.toHex.call([1])), thrown(() => Uint8Array.prototype.toBase64.call(new Int8Array(1))));
//= AAH6+/z9/v8= AAH6-_z9_v8= AAH6+/z9/v8 0001fafbfcfdfeff  
//=  
//= +w== +w
//= +/w= +/w
//= +/z9 +/z9
//= +/z9/g== +/z9/g
//= TypeError TypeError TypeError TypeError

//# text to Uint8Array
for (const text of ["", "aGk=", "aGk", " a G\nk = ", "YQ==", "YQ", "YR==", "YWK="]) {
  for (const lastChunkHandling of ["loose", "strict", "stop-before-partial"]) log(JSON.stringify(text), lastChunkHandling, thrown(() => Uint8Array.fromBase64(text, { lastChunkHandling })));
}
for (const text of ["Y", "YQ=", "YQ===", "=", "a-_a", "YQ==YQ==", "é", "a b c !"]) log(JSON.stringify(text), thrown(() => Uint8Array.fromBase64(text)));
log(Uint8Array.fromBase64("-_-_", { alphabet: "base64url" }), thrown(() => Uint8Array.fromBase64("+/", { alphabet: "base64url" })), thrown(() => Uint8Array.fromBase64(5)));
log(Uint8Array.fromHex("00ffAb"), Uint8Array.fromHex(""), thrown(() => Uint8Array.fromHex("0")), thrown(() => Uint8Array.fromHex("0g")), thrown(() => Uint8Array.fromHex("é0")), thrown(() => Uint8Array.fromHex(1)));
//= "" loose no error, Uint8Array()
//= "" strict no error, Uint8Array()
//= "" stop-before-partial no error, Uint8Array()
//= "aGk=" loose no error, Uint8Array(104,105)
//= "aGk=" strict no error, Uint8Array(104,105)
//= "aGk=" stop-before-partial no error, Uint8Array(104,105)
//= "aGk" loose no error, Uint8Array(104,105)
//= "aGk" strict SyntaxError
//= "aGk" stop-before-partial no error, Uint8Array()
//= " a G\nk = " loose no error, Uint8Array(104,105)
//= " a G\nk = " strict no error, Uint8Array(104,105)
//= " a G\nk = " stop-before-partial no error, Uint8Array(104,105)
//= "YQ==" loose no error, Uint8Array(97)
//= "YQ==" strict no error, Uint8Array(97)
//= "YQ==" stop-before-partial no error, Uint8Array(97)
//= "YQ" loose no error, Uint8Array(97)
//= "YQ" strict SyntaxError
//= "YQ" stop-before-partial no error, Uint8Array()
//= "YR==" loose no error, Uint8Array(97)
//= "YR==" strict SyntaxError
//= "YR==" stop-before-partial no error, Uint8Array(97)
//= "YWK=" loose no error, Uint8Array(97,98)
//= "YWK=" strict SyntaxError
//= "YWK=" stop-before-partial no error, Uint8Array(97,98)
//= "Y" SyntaxError
//= "YQ=" SyntaxError
//= "YQ===" SyntaxError
//= "=" SyntaxError
//= "a-_a" SyntaxError
//= "YQ==YQ==" SyntaxError
//= "é" SyntaxError
//= "a b c !" SyntaxError
//= Uint8Array(251,255,191) SyntaxError TypeError
//= Uint8Array(0,255,171) Uint8Array() SyntaxError SyntaxError SyntaxError TypeError

//# text into a Uint8Array
for (const size of [0, 1, 2, 3, 4, 8]) {
  for (const text of ["YWJjZGVm", "YWJjZA==", "YWI", " Y W J j "]) {
    const bytes = new Uint8Array(size);
    log(size, JSON.stringify(text), bytes.setFromBase64(text), bytes);
  }
}
const bytes = new Uint8Array(4);
log(thrown(() => bytes.setFromBase64("YWJj?")), bytes);
log(thrown(() => bytes.setFromHex("0102zz")), bytes);
log(bytes.setFromHex("a0b0c0d0e0"), bytes);
//= 0 "YWJjZGVm" { read: 0, written: 0 } Uint8Array()
//= 0 "YWJjZA==" { read: 0, written: 0 } Uint8Array()
//= 0 "YWI" { read: 0, written: 0 } Uint8Array()
//= 0 " Y W J j " { read: 0, written: 0 } Uint8Array()
//= 1 "YWJjZGVm" { read: 0, written: 0 } Uint8Array(0)
//= 1 "YWJjZA==" { read: 0, written: 0 } Uint8Array(0)
//= 1 "YWI" { read: 0, written: 0 } Uint8Array(0)
//= 1 " Y W J j " { read: 0, written: 0 } Uint8Array(0)
//= 2 "YWJjZGVm" { read: 0, written: 0 } Uint8Array(0,0)
//= 2 "YWJjZA==" { read: 0, written: 0 } Uint8Array(0,0)
//= 2 "YWI" { read: 3, written: 2 } Uint8Array(97,98)
//= 2 " Y W J j " { read: 0, written: 0 } Uint8Array(0,0)
//= 3 "YWJjZGVm" { read: 4, written: 3 } Uint8Array(97,98,99)
//= 3 "YWJjZA==" { read: 4, written: 3 } Uint8Array(97,98,99)
//= 3 "YWI" { read: 3, written: 2 } Uint8Array(97,98,0)
//= 3 " Y W J j " { read: 8, written: 3 } Uint8Array(97,98,99)
//= 4 "YWJjZGVm" { read: 4, written: 3 } Uint8Array(97,98,99,0)
//= 4 "YWJjZA==" { read: 8, written: 4 } Uint8Array(97,98,99,100)
//= 4 "YWI" { read: 3, written: 2 } Uint8Array(97,98,0,0)
//= 4 " Y W J j " { read: 9, written: 3 } Uint8Array(97,98,99,0)
//= 8 "YWJjZGVm" { read: 8, written: 6 } Uint8Array(97,98,99,100,101,102,0,0)
//= 8 "YWJjZA==" { read: 8, written: 4 } Uint8Array(97,98,99,100,0,0,0,0)
//= 8 "YWI" { read: 3, written: 2 } Uint8Array(97,98,0,0,0,0,0,0)
//= 8 " Y W J j " { read: 9, written: 3 } Uint8Array(97,98,99,0,0,0,0,0)
//= SyntaxError Uint8Array(97,98,99,0)
//= SyntaxError Uint8Array(1,2,99,0)
//= { read: 8, written: 4 } Uint8Array(160,176,192,208)
