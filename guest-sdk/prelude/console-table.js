// console.table.
(function consoleTable(host, p) {
  "use strict";

  const {
    ArrayIsArray, ArrayPrototypeJoin: join, ArrayPrototypePush: push, MathMax,
    ObjectGetOwnPropertyDescriptor: descriptorOf, ObjectKeys: keysOf, String, StringPrototypeRepeat: repeat, hasOwn,
    textWidth, toList,
  } = p;
  const { className, previewIterator } = host;

  const flat = { __proto__: null, maxArrayLength: 3, breakLength: Infinity, depth: 0 };
  const flatter = { __proto__: null, maxArrayLength: 3, breakLength: Infinity, depth: -1 };

  const isObject = (value) => value !== null && typeof value === "object";

  function cellText(value) {
    const isLarge = isObject(value) && !ArrayIsArray(value) && keysOf(p.unwrapProxy(value) ?? {}).length > 2;
    return p.inspect(value, isLarge ? flatter : flat);
  }

  // The member of a row as a cell; accessors are named, not called.
  function memberText(row, key) {
    const descriptor = descriptorOf(row, key);
    if (hasOwn(descriptor, "value")) return cellText(descriptor.value);
    if (descriptor.get === undefined) return descriptor.set === undefined ? "undefined" : "[Setter]";
    return descriptor.set === undefined ? "[Getter]" : "[Getter/Setter]";
  }

  function renderRow(cells, widths) {
    const padded = p.list();
    for (let i = 0; i < cells.length; i++) push(padded, " " + cells[i] + repeat(" ", widths[i] - textWidth(cells[i]) - 1));
    return "│" + join(padded, "│") + "│\n";
  }

  // `columns` are lists of cells, one for each of `heads`.
  function render(heads, columns) {
    const widths = p.list();
    const dashes = p.list();
    let height = 0;
    for (let c = 0; c < heads.length; c++) {
      let width = textWidth(heads[c]);
      for (let r = 0; r < columns[c].length; r++) width = MathMax(width, textWidth(columns[c][r] ?? ""));
      push(widths, width + 2);
      push(dashes, repeat("─", width + 2));
      height = MathMax(height, columns[c].length);
    }
    let text = "┌" + join(dashes, "┬") + "┐\n" + renderRow(heads, widths) + "├" + join(dashes, "┼") + "┤\n";
    for (let r = 0; r < height; r++) {
      const cells = p.list();
      for (let c = 0; c < columns.length; c++) push(cells, columns[c][r] ?? "");
      text += renderRow(cells, widths);
    }
    return text + "└" + join(dashes, "┴") + "┘";
  }

  function tableOf(firstHead, indexes, moreHeads, moreColumns) {
    const heads = p.list();
    const columns = p.list();
    push(heads, firstHead);
    push(columns, indexes);
    for (let i = 0; i < moreHeads.length; i++) {
      push(heads, moreHeads[i]);
      push(columns, moreColumns[i]);
    }
    return render(heads, columns);
  }

  const listOf = (...items) => toList(items);

  function numbers(count) {
    const list = p.list();
    for (let i = 0; i < count; i++) push(list, String(i));
    return list;
  }

  const emptyColumns = (count) => {
    const columns = p.list();
    for (let i = 0; i < count; i++) push(columns, p.list());
    return columns;
  };

  // Maps, sets and their iterators have a column for keys and one for values.
  function pairsTable(forEachPair) {
    const columns = emptyColumns(2);
    forEachPair((key, value) => {
      push(columns[0], cellText(key));
      push(columns[1], cellText(value));
    });
    return tableOf("(iteration index)", numbers(columns[0].length), listOf("Key", "Values"), columns);
  }

  function valuesTable(forEachValue) {
    const columns = emptyColumns(1);
    forEachValue((value) => push(columns[0], cellText(value)));
    return tableOf("(iteration index)", numbers(columns[0].length), listOf("Values"), columns);
  }

  function collectionTable(value, brand) {
    if (brand === "Map") return pairsTable((visit) => p.MapPrototypeForEach(value, (item, key) => visit(key, item)));
    if (brand === "Set") return valuesTable((visit) => p.SetPrototypeForEach(value, (item) => visit(item)));
    const preview = brand === "MapIterator" || brand === "SetIterator" ? previewIterator(value) : undefined;
    if (preview === undefined) return undefined;
    const items = preview[0];
    if (preview[1] && brand === "MapIterator") {
      return pairsTable((visit) => {
        for (let i = 0; i < items.length; i += 2) visit(items[i], items[i + 1]);
      });
    }
    return valuesTable((visit) => {
      for (let i = 0; i < items.length; i++) visit(items[i]);
    });
  }

  // Columns named by indexes come first, in their order, as the keys of an object do.
  function sortIndexes(heads, columns) {
    const places = { __proto__: null };
    for (let i = 0; i < heads.length; i++) places[heads[i]] = columns[i];
    const keys = p.ObjectKeys(places);
    for (let i = 0; i < keys.length; i++) {
      heads[i] = keys[i];
      columns[i] = places[keys[i]];
    }
  }

  function rowsTable(data, properties) {
    const rowKeys = toList(keysOf(data));
    const heads = p.list();
    const columns = p.list();
    const positions = new p.SafeMap();
    const columnOf = (key) => {
      let at = positions.get(key);
      if (at === undefined) {
        at = heads.length;
        positions.set(key, at);
        push(heads, key);
        push(columns, p.list());
      }
      return columns[at];
    };
    let wanted;
    if (properties !== undefined) {
      wanted = p.list();
      for (let i = 0; i < properties.length; i++) push(wanted, String(properties[i]));
    }
    const values = p.list();
    let hasValues = false;
    for (let r = 0; r < rowKeys.length; r++) {
      const descriptor = descriptorOf(data, rowKeys[r]);
      const item = hasOwn(descriptor, "value") ? descriptor.value : undefined;
      const isRow = isObject(item) || typeof item === "function";
      const row = isRow ? p.unwrapProxy(item) : undefined;
      if (row === null || (!isRow && wanted === undefined)) {
        hasValues = true;
        values[r] = memberText(data, rowKeys[r]);
        continue;
      }
      const keys = wanted ?? toList(keysOf(row));
      for (let k = 0; k < keys.length; k++) {
        const column = columnOf(keys[k]);
        if (isRow && hasOwn(row, keys[k])) column[r] = memberText(row, keys[k]);
      }
    }
    sortIndexes(heads, columns);
    if (hasValues) {
      push(heads, "Values");
      push(columns, values);
    }
    // Columns may be shorter than the table; the first is not.
    return tableOf("(index)", rowKeys, heads, columns);
  }

  // The text of the table, or `undefined` where the value has no rows.
  p.tableText = (data, properties) => {
    if (!isObject(data)) return undefined;
    const target = p.unwrapProxy(data);
    if (target === null) return undefined;
    return collectionTable(target, className(target)) ?? rowsTable(target, properties);
  };
})
