// dates made from a seed: parsing and arithmetic

const two = (n) => String(n).padStart(2, "0");
const months = ["Jan", "Feb", "march", "APRIL", "May", "June", "Jul", "Augu", "Sep", "October", "Nov", "dec"];
const days = ["Mon", "Tue,", "wednesday", "Fri", "Sunday,"];
const year = () => pick([1970 + below(80), below(100), 1000 + below(9000), 2024]);
const day = () => pick([1 + below(31), two(1 + below(28)), below(40)]);
const clock = () => pick(["", "", ` ${below(24)}:${two(below(60))}`, ` ${two(below(26))}:${two(below(62))}:${two(below(60))}`, ` ${1 + below(12)}:${two(below(60))} ${pick(["AM", "pm", "Pm"])}`, ` ${below(24)}:${two(below(60))}:${two(below(60))}.${below(5000)}`]);
const zone = () => pick(["", "", "", " GMT", " UTC", "Z", " Z", " +0200", " -05:30", " GMT+1", " EST", " PDT", " (x)", " UT", " +2"]);
const text = () => pick([
  () => `${year()}-${two(below(14))}-${two(below(33))}${pick(["", "T", " "])}`,
  () => `${1970 + below(90)}-${two(1 + below(12))}-${two(1 + below(28))}${pick(["T", " ", "t", "  "])}${two(below(25))}:${two(below(60))}${pick(["", `:${two(below(61))}`, `:${two(below(60))}.${below(100000)}`])}${pick(["", "Z", "z", "+01:00", "-0800", "+05", " +01:00", " Z"])}`,
  () => `${pick(months)} ${day()}${pick([",", "", "."])} ${year()}${clock()}${zone()}`,
  () => `${day()} ${pick(months)} ${year()}${clock()}${zone()}`,
  () => `${pick(days)} ${day()} ${pick(months)} ${year()}${clock()}${zone()}`,
  () => `${pick(days)} ${pick(months)} ${day()} ${year()}${clock()}${zone()}`,
  () => `${below(14)}${pick(["/", "-", ".", " "])}${below(33)}${pick(["/", "-", ".", " "])}${year()}${clock()}${zone()}`,
  () => `${year()}${pick(["/", "-", ".", " "])}${below(14)}${pick(["/", "-", ".", " "])}${below(33)}${clock()}${zone()}`,
  () => Array.from({ length: 1 + below(6) }, () => pick(["1", "2024", "May", "-", "/", ":", " ", "T", "Z", "12", "00", "+", "(", ")", ",", "am", "GMT", "."])).join(""),
])();
for (let i = 0; i < 150; i++) {
  it(`parse-${i}`, () => {
    for (let k = 0; k < 10; k++) {
      const s = text();
      console.log(JSON.stringify(s), Date.parse(s));
    }
  });
}
for (let i = 0; i < 60; i++) {
  it(`set-${i}`, () => {
    const d = new Date(Math.floor((random() - 0.5) * 10 ** (3 + below(14))));
    for (let k = 0; k < 8; k++) {
      const unit = pick(["Month", "Date", "FullYear", "Hours", "Minutes", "Seconds", "Milliseconds", "UTCMonth", "UTCDate", "UTCHours"]);
      d[`set${unit}`](d[`get${unit}`]() + below(100) - 50);
      console.log(d, d.toUTCString(), d.toString(), d.getDay());
    }
  });
}
