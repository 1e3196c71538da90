// Recursion without end

each("overflow", () => { const f = () => f(); try { f(); } catch (e) { return e.name; } });
