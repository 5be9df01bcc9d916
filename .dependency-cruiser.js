/**
 * The import rules of README.md, "Who may import whom". Every import counts: types, dynamic ones,
 * and those of `.mjs` files.
 */
const FOLDERS = ["domain", "convex", "engine", "web", "cli", "server", "scripts", "tests", "bench"];
const GENERATED_API = "convex/_generated/";
const LAUNCHERS = "^(cli|engine)/bin\\.mjs$";

/** Files of `folder` may import, of our folders, itself and `allowed` only. */
const mayImport = (folder, ...allowed) => ({
  name: `${folder}-imports`,
  severity: "error",
  from: { path: `^${folder}/`, pathNot: LAUNCHERS },
  to: {
    path: `^(${FOLDERS.join("|")})/`,
    pathNot: `^(${[`${folder}/`, ...allowed].join("|")})`,
  },
});

export default {
  forbidden: [
    mayImport("domain"),
    mayImport("convex", "domain/"),
    mayImport("engine"),
    mayImport("web", "domain/", GENERATED_API),
    mayImport("cli", "domain/", GENERATED_API, "engine/backupFile\\.ts"),
    mayImport("server", "domain/", "engine/"),
    mayImport("scripts"),
    {
      name: "launchers-import-scripts-lib-only",
      comment: "`npx sms` and `npx engine` build their program before they load it.",
      severity: "error",
      from: { path: LAUNCHERS },
      to: { path: `^(${FOLDERS.join("|")})/`, pathNot: "^scripts/lib/" },
    },
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
