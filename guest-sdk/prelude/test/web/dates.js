//# formats that people write
for (const text of [
  "Tue, 05 Mar 2024 10:00:00 GMT", "March 7, 2024 10:00 UTC", "2024/03/07", "Mar 7, 2024", "7 Mar 2024 10:00:00 +0200", "2024-03-07 10:00:00", "nope", "",
  "2024-03-07T10:00", "2024-03-07T10:00:00.123456Z", "2024-03-07 10:00", "2024-03-07 10:00:00Z", "2024-03-07 10:00:00 UTC", "2024-03-07 10:00:00+02:00", "2024-03-07 10:00:00.5 +0530",
  "Thu Mar 07 2024 10:00:00 GMT+0100 (CET)", "03/07/2024", "3/7/24", "3/7/99", "3/7/50", "3/7/49", "2024-3-7", "2024-03-07T", "2024-03", "2024", "24", "7 March", "March 7", "March 2024",
  "Mar 2024", "7-Mar-2024", "07-Mar-24", "2024 Mar 7", "Mar-7-2024", "10:00", "10:00 Mar 7 2024", "Mar 7 2024 10:00 AM", "Mar 7 2024 10:00 PM", "Mar 7 2024 12:00 AM", "Mar 7 2024 12:30 pm", "Mar 7 2024 13:00 PM",
  "Mar 7 2024 10pm", "Mar 7 2024 10 PM", "Thursday, March 7, 2024", "Thu, 7 Mar 2024", "Thu 7 Mar 2024 10:00:00 EST", "7 Mar 2024 10:00 PDT", "7 Mar 2024 10:00 CET", "7 Mar 2024 10:00 MST", "7 Mar 2024 Z",
  "2024-02-30", "2024-02-30T10:00", "2024-13-01", "2024-00-01", "2024-01-00", "2024-01-32", "2024-01-01T24:00:00Z", "2024-01-01T24:30:00Z", "2024-01-01T25:00Z", "2024-01-01T10:60Z", "2024-01-01T10:00:60Z",
  "+002024-03-07T10:00:00Z", "-000312", "-000400", "-000301-12-31", "-000001", "000000", "+000000", "0000", "-001001", "-271821-04-19T23:30:00-01:00", "-000001-01-01T00:00:00Z", "-000000-01-01T00:00:00Z", "+275760-09-13T00:00:00Z", "+275760-09-13T00:00:00.001Z", "-271821-04-20T00:00:00Z", "-271821-04-19T23:59:59.999Z", "0001-01-01", "0099-01-01",
  "2024-03-07T10:00:00+0530", "2024-03-07T10:00:00+05", "2024-03-07T10:00:00-05:30", "2024-03-07t10:00:00z", "2024-03-07T10", "2024-03-07T10:00:00,5Z", "2024-03-07T10:00:00.Z", "2024-03-07T10:00:00.1Z", "2024-03-07T10:00:00.12Z",
  "20240307", "20240307T100000Z", "07.03.2024", "7.3.2024", "31.12.2024", "12.31.2024", "13/01/2024", "2024-03-07T10:00:00Z junk", "junk 2024", "2024 junk", "(comment) Mar 7 2024", "Mar 7 (x (y) z) 2024 10:00", "Mar 7 2024 (unclosed",
  "Mar 7 2024)", "1709805600000", "1709805600", "Mar 7, 2024, 10:00:00", "3/7/2024, 10:00:00 AM", "3/7/2024, 10:00:00\u202fAM", "  Mar 7 2024  ", "\tMar 7 2024\n", "March 7th, 2024", "7th March 2024", "Sept 5 2024", "Septembre 5 2024",
  "Marvel 7 2024", "Mar 7 2024 10:00:00.123", "Mar 7 2024 10:00:00:123", "Mar 7 2024 10::30", "Mar 7 2024 10:00 GMT+2", "Mar 7 2024 10:00 GMT-0530", "Mar 7 2024 10:00 GMT+05:30", "Mar 7 2024 10:00 +5", "Mar 7 2024 UTC+3", "Mar 7 2024 +3", "T10:00", "Mar 7 2024 T10:00",
  "2024-W10", "2024-067", "today", "now", "Invalid Date", "null", "undefined", "NaN", "0", "1", "12", "13", "32", "99", "100", "-1", "+1", "1/1", "1/1/1", "1/1/-1", "0/0/0", "2/30/2024", "2/31/2024", "Feb 31 2024", "12:00 2024-03-07", "2024-03-07T10:00:00 Z",
  "Mon, 25 Dec 1995 13:30:00 +0430", "1995-12-17T03:24:00", "Dec 25, 1995", "Wed, 09 Aug 1995 00:00:00", "Aug 9, 1995 1:2:3", "2024-03-07T23:59:59.999999999Z", "000000002024-03-07", "99999999999", "2024-03-07-05:00", "2024-03-07 -05:00", "2024-03-07 10:00 -05", "2024-03-07 10:00-5",
]) log(JSON.stringify(text), Date.parse(text), new Date(text).getTime());

//# the Date function is otherwise as before
log(Date.name, Date.length, Date.prototype.constructor === Date, Object.getOwnPropertyNames(Date).sort(), Object.keys(Date), Object.isExtensible(Date));
log(new Date(5).constructor === Date, new Date() instanceof Date, typeof Date(), typeof Date("2020"), isNaN(Date.parse(Date())), Object.prototype.toString.call(new Date()));
log(Math.abs(Date.now() - new Date()) < 1000, Date.UTC(2024, 1, 29), Date.UTC(), Date.parse(), Date.parse(5), Date.parse(null), Date.now.name, Date.UTC.length, Date.parse.length);
log(new Date(2024, 0).getTime(), new Date(2024, 1, 30).getTime(), new Date(99, 0, 1, 2, 3, 4, 5).getTime(), new Date("5", "6").getTime(), new Date(NaN, 1).getTime());
log(new Date(null).getTime(), new Date(undefined).getTime(), new Date(true).getTime(), new Date([]).getTime(), new Date([2024]).getTime(), new Date("5").getTime(), new Date(8.64e15 + 1).getTime(), new Date(1.9).getTime(), thrown(() => new Date(5n)), thrown(() => new Date(Symbol())));
log(new Date(new Date(7)).getTime(), new Date(Object.assign(new Date(8), { valueOf: () => 9, toString: () => "10" })).getTime());
log(new Date({ valueOf: () => 5 }).getTime(), new Date({ toString: () => "2024-01-01", valueOf: () => ({}) }).getTime(), new Date({ [Symbol.toPrimitive]: (hint) => (hint === "default" ? 11 : 12) }).getTime(), thrown(() => new Date({ valueOf: () => ({}), toString: () => ({}) })));
log(new Date(new String("2024/01/02")).getTime(), new Date(Object(5)).getTime(), thrown(() => new Date({ [Symbol.toPrimitive]: 5 })), thrown(() => Date.prototype.getTime.call({})), thrown(() => new Date.parse("x")));

//# subclasses
class Day extends Date {
  next() {
    return new this.constructor(this.getTime() + 86400000);
  }
}
const day = new Day("Mar 7, 2024");
log(day instanceof Day, day instanceof Date, day.toISOString(), day.next().toISOString(), day.next() instanceof Day, new Day(2024, 0, 1).getTime());
class Fixed extends Date {
  constructor() {
    super(5);
  }
}
log(new Fixed().getTime(), Reflect.construct(Date, [6], Day) instanceof Day, Object.getPrototypeOf(Reflect.construct(Date, [6], Array)) === Array.prototype);
function Old() {}
log(thrown(() => Date.prototype.getTime.call(Date.call(new Old()))), typeof Date.call(new Old(), 5), structuredClone(day) instanceof Day, structuredClone(day).getTime() === day.getTime());
log(JSON.stringify({ at: new Date("7 Mar 2024 10:00 GMT") }), `${new Date("2024-03-07") - new Date("2024-03-06")}`, new Date("2024-03-07T10:00:00Z") > new Date("Mar 6, 2024"));
