// The units that the standard allows.
export const units = (
  "acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram hectare hour inch " +
  "kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile mile-scandinavian milliliter millimeter " +
  "millisecond minute month nanosecond ounce percent petabyte pound second stone terabit terabyte week yard year"
).split(" ");

export function isSanctionedUnit(unit) {
  if (units.includes(unit)) return true;
  const parts = unit.split("-per-");
  return parts.length === 2 && units.includes(parts[0]) && units.includes(parts[1]);
}
