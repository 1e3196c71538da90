// How the entries of an object, already text, become one text: on one line, in columns, or one entry a line.
(function inspectLayout(host, p) {
  "use strict";

  const {
    ArrayPrototypeJoin: join, MathFloor, MathMax, MathMin, MathRound, MathSqrt, StringPrototypeIncludes: includes,
    StringPrototypePadEnd: padEnd, StringPrototypePadStart: padStart, spaces, textWidth,
  } = p;

  // What kind of entries: the members of an object, the elements of a list, or the extra members of a list.
  p.OBJECT = 0;
  p.ELEMENT = 1;
  p.LIST = 2;

  const separator = 2; // ", "

  // Lays the entries of a long list out in columns of equal width; each result is a row. `isNumber(i)` tells whether the
  // entry `i` is a number: a list of only numbers is aligned to the right.
  function inColumns(context, entries, isNumber) {
    // The last entry may be "… more items"; it stays on its own.
    const cells = context.maxArrayLength < entries.length ? entries.length - 1 : entries.length;
    const widths = p.list();
    let total = 0;
    let widest = 0;
    for (let i = 0; i < cells; i++) {
      // What is far too long for columns is not measured.
      widths[i] = entries[i].length > 2 * context.breakLength ? entries[i].length : textWidth(entries[i]);
      total += widths[i] + separator;
      widest = MathMax(widest, widths[i]);
    }
    const column = widest + separator;
    const fits = column * 3 + context.indent < context.breakLength;
    if (!fits || (total / column <= 5 && widest > 6)) return entries;

    // Aim at a block about 2.5 times as wide (in characters) as high; entries of uneven length get fewer columns.
    const biased = MathMax(column - 3 - MathSqrt(column - total / entries.length), 1);
    const columns = MathMin(
      MathRound(MathSqrt(2.5 * biased * cells) / biased),
      MathFloor((context.breakLength - context.indent) / column),
      context.compact * 4,
      15,
    );
    if (columns <= 1) return entries;

    const columnWidths = p.list();
    for (let c = 0; c < columns; c++) {
      let width = 0;
      for (let i = c; i < cells; i += columns) width = MathMax(width, widths[i]);
      columnWidths[c] = width + separator;
    }
    let right = isNumber !== undefined;
    for (let i = 0; right && i < entries.length; i++) right = isNumber(i);

    const rows = p.list();
    for (let i = 0; i < cells; i += columns) {
      const end = MathMin(i + columns, cells) - 1;
      let row = "";
      for (let c = i; c < end; c++) {
        const invisible = entries[c].length - widths[c];
        row += (right ? padStart : padEnd)(entries[c] + ", ", columnWidths[c - i] + invisible, " ");
      }
      const invisible = entries[end].length - widths[end];
      row += right ? padStart(entries[end], columnWidths[end - i] + invisible - separator, " ") : entries[end];
      rows[rows.length] = row;
    }
    if (cells < entries.length) rows[rows.length] = entries[cells];
    return rows;
  }

  function fitsOnLine(context, entries, start, base) {
    let length = entries.length + start;
    if (length + entries.length > context.breakLength) return false;
    for (let i = 0; i < entries.length; i++) {
      length += entries[i].length;
      if (length > context.breakLength) return false;
    }
    return base === "" || !includes(base, "\n");
  }

  // `base` stands before the opening brace (`[Function: f]`). `level` is how deep the object is; `context.deepest`, how deep
  // the object that was opened last is: an object holding few levels goes on one line.
  p.layOut = (context, entries, base, open, close, kind, level, isNumber) => {
    const prefix = base === "" ? "" : base + " ";
    const newline = "\n" + spaces(context.indent);
    if (context.compact === true) {
      if (fitsOnLine(context, entries, 0, base)) {
        return open + (base === "" ? "" : " " + base) + " " + join(entries, ", ") + " " + close;
      }
      const first = base === "" && open.length === 1 ? " " : (base === "" ? "" : " " + base) + newline + "  ";
      return open + first + join(entries, "," + newline + "  ") + " " + close;
    }
    if (typeof context.compact === "number" && context.compact >= 1) {
      const rows = kind === p.LIST && entries.length > 6 ? inColumns(context, entries, isNumber) : entries;
      if (context.deepest - level < context.compact && rows === entries) {
        const start = rows.length + context.indent + open.length + base.length + 10;
        if (fitsOnLine(context, rows, start, base)) {
          const line = join(rows, ", ");
          if (!includes(line, "\n")) return prefix + open + " " + line + " " + close;
        }
      }
      entries = rows;
    }
    return prefix + open + newline + "  " + join(entries, "," + newline + "  ") + newline + close;
  };
})
