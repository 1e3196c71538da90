// Sums up a week of earthquakes: 1.2 MB go in, three lines come out.
import { read_file } from "tools/fs";

const { features } = JSON.parse(await read_file({ path: "earthquakes.json" }));
const quakes = features.map((feature) => feature.properties).filter((event) => event.type === "earthquake");

// A place is free text, such as "4km W of Castaic, CA"; what follows the last comma is the region.
const regionOf = (place) => {
  const region = place.split(", ").at(-1);
  return region === "CA" ? "California" : region;
};
const byRegion = Object.groupBy(quakes, (quake) => regionOf(quake.place));
const most = Object.entries(byRegion)
  .map(([region, inIt]) => ({ region, count: inIt.length }))
  .sort((a, b) => b.count - a.count)
  .slice(0, 5);

const day = (time) => new Date(time).toISOString().slice(0, 10);
const times = quakes.map((quake) => quake.time).sort((a, b) => a - b);
const strong = quakes.filter((quake) => quake.mag >= 4.5);
const [top] = strong.sort((a, b) => b.mag - a.mag);

console.log(`${quakes.length} earthquakes from ${day(times[0])} to ${day(times.at(-1))}, ${strong.length} of magnitude 4.5 or more`);
console.log(`most: ${most.map(({ region, count }) => `${region} ${count}`).join(", ")}`);
console.log(`strongest: magnitude ${top.mag}, ${top.place}, ${day(top.time)}, reported by ${top.felt ?? 0} people`);
