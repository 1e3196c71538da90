// Temporal by FullCalendar's polyfill, on the bundle's own Intl (ISO and Gregorian calendars).
import { Temporal, toTemporalInstant } from "temporal-polyfill/implementation";

export function install() {
  Object.defineProperty(globalThis, "Temporal", { value: Temporal, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(Date.prototype, "toTemporalInstant", { value: toTemporalInstant, writable: true, enumerable: false, configurable: true });
}
