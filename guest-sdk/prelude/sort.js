// Sorting by a function, for engines that fail where the function contradicts itself and that give `host.mergeSort`. Without a
// function the engine's own methods sort.
(function sort(host, p) {
  "use strict";

  const { mergeSort } = host;
  if (mergeSort === undefined) return;

  const engine = {
    sort: p.ArrayPrototypeSort, toSorted: p.ArrayPrototypeToSorted,
    sortTyped: p.TypedArrayPrototypeSort, toSortedTyped: p.TypedArrayPrototypeToSorted,
  };

  // Those that are `undefined` go to the end, unseen by the function.
  function sorted(items, compare) {
    const list = p.list();
    for (let i = 0; i < items.length; i++) {
      if (items[i] !== undefined) list[list.length] = items[i];
    }
    const result = p.toList(mergeSort(list, compare));
    while (result.length < items.length) result[result.length] = undefined;
    return result;
  }

  function lengthOf(object) {
    const length = p.MathTrunc(+object.length);
    return length > 0 ? p.MathMin(length, 9007199254740991) : 0;
  }

  p.defineAll(p.ArrayPrototype, {
    sort(compareFn) {
      if (typeof compareFn !== "function" || this === undefined || this === null) return engine.sort(this, compareFn);
      const object = p.Object(this);
      const length = lengthOf(object);
      const items = p.list();
      for (let i = 0; i < length; i++) {
        if (i in object) items[items.length] = object[i];
      }
      const result = sorted(items, compareFn);
      for (let i = 0; i < result.length; i++) object[i] = result[i];
      for (let i = result.length; i < length; i++) delete object[i];
      return object;
    },
    toSorted(compareFn) {
      if (typeof compareFn !== "function" || this === undefined || this === null) return engine.toSorted(this, compareFn);
      const object = p.Object(this);
      const length = lengthOf(object);
      if (length > 4294967295) throw new p.RangeError("Invalid array length");
      const items = p.list();
      for (let i = 0; i < length; i++) items[i] = object[i];
      return p.toArray(sorted(items, compareFn));
    },
  });

  function itemsOf(array) {
    const items = p.list();
    const length = p.TypedArrayPrototypeGetLength(array);
    for (let i = 0; i < length; i++) items[i] = array[i];
    return items;
  }

  function fill(array, items, compareFn) {
    const result = p.toList(mergeSort(items, compareFn));
    // The function may have made the array shorter.
    const length = p.MathMin(result.length, p.TypedArrayPrototypeGetLength(array));
    for (let i = 0; i < length; i++) array[i] = result[i];
    return array;
  }

  p.defineAll(p.TypedArrayPrototype, {
    sort(compareFn) {
      if (typeof compareFn !== "function") return engine.sortTyped(this, compareFn);
      return fill(this, itemsOf(this), compareFn);
    },
    toSorted(compareFn) {
      const copy = engine.toSortedTyped(this, typeof compareFn === "function" ? undefined : compareFn);
      return typeof compareFn === "function" ? fill(copy, itemsOf(this), compareFn) : copy;
    },
  });
})
