import { readFileSync } from "node:fs";

/**
 * The import rules of README.md, "Who may import whom". Every import counts: types, dynamic ones,
 * and those of `.mjs` files.
 */
const FOLDERS = ["domain", "convex", "engine", "web", "cli", "server", "scripts", "tests", "bench"];
const GENERATED_API = "convex/_generated/";
const enginePackage = JSON.parse(
  readFileSync(new URL("engine/package.json", import.meta.url), "utf8"),
);
/** The modules that `engine/` offers to the server. Tests and benchmarks may import all of it. */
const ENGINE_EXPORTS = Object.values(enginePackage.exports).map((file) =>
  file.replace("./", "engine/").replaceAll(".", "\\."),
);
const ENGINE_PACKAGES = Object.keys(enginePackage.dependencies).join("|");

/**
 * The areas of `domain/` and `convex/model/`, from the foundation up: an area may import those
 * before it, never one after it. docs/ARCHITECTURE.md draws the order.
 */
const AREAS = {
  domain:
    "common keys identifiers files tables custody people samples accounts mail inbox baskets stockTakes exports imports reports api scim operations check",
  "convex/model":
    "common people access notifications mail webhooks samples custody lists inbox baskets accounts stockTakes imports reports staff scim operations check demo",
};

/** One rule an area, and one for files that are in none. */
const areaOrder = Object.entries(AREAS).flatMap(([folder, names]) => {
  const areas = names.split(" ");
  return [
    ...areas.slice(0, -1).map((area, index) => ({
      name: "area-order",
      severity: "error",
      from: { path: `^${folder}/${area}/` },
      to: { path: `^${folder}/(${areas.slice(index + 1).join("|")})/` },
    })),
    {
      name: "in-an-area",
      comment: "A file that another one imports belongs to an area of the list above.",
      severity: "error",
      from: {},
      to: { path: `^${folder}/`, pathNot: `^${folder}/(${areas.join("|")})/` },
    },
  ];
});

/** Files of `folder` may import, of our folders, itself and `allowed` only. */
const mayImport = (folder, ...allowed) => ({
  name: `${folder}-imports`,
  severity: "error",
  from: { path: `^${folder}/` },
  to: {
    path: `^(${FOLDERS.join("|")})/`,
    pathNot: `^(${[`${folder}/`, ...allowed].join("|")})`,
  },
});

export default {
  forbidden: [
    ...areaOrder,
    mayImport("domain"),
    mayImport("convex", "domain/"),
    mayImport("engine"),
    {
      name: "engine-imports-its-own-dependencies",
      comment: "engine/package.json lists every package that engine/ imports.",
      severity: "error",
      from: { path: "^engine/" },
      to: { path: "node_modules/", pathNot: `node_modules/(${ENGINE_PACKAGES})/` },
    },
    mayImport("web", "domain/", GENERATED_API),
    mayImport("cli", "domain/", GENERATED_API, "engine/backupFile\\.ts"),
    mayImport("server", "domain/", ...ENGINE_EXPORTS),
    mayImport("scripts"),
    {
      name: "routes-are-imported-by-the-router-only",
      severity: "error",
      from: { path: "^web/", pathNot: "^web/(routes/|routeTree\\.gen\\.ts$)" },
      to: { path: "^web/routes/" },
    },
    {
      name: "features-are-imported-by-routes-only",
      severity: "error",
      from: { path: "^web/", pathNot: "^web/(routes|features)/" },
      to: { path: "^web/features/" },
    },
    {
      name: "feature-imports-feature",
      severity: "error",
      from: { path: "^web/features/([^/]+)/" },
      to: { path: "^web/features/([^/]+)/", pathNot: "^web/features/$1/" },
    },
    {
      name: "lib-imports-no-component",
      severity: "error",
      from: { path: "^web/lib/" },
      to: { path: "^web/(components|hooks)/" },
    },
    {
      name: "zod-with-our-messages",
      comment: "domain/common/zod.ts has zod with messages in our words.",
      severity: "error",
      from: { path: "^(domain|convex|web|cli|server)/", pathNot: "^domain/common/zod\\.ts$" },
      to: { path: "^node_modules/zod/" },
    },
    {
      name: "circle",
      severity: "error",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    cache: { folder: ".build/dependency-cruiser", strategy: "content" },
  },
};
