/**
 * The one spelling of a function's path: `dir/module:export`. Clients, `convex run` and stored jobs
 * also write `dir/module.js:export`, and leave out `:default`.
 */
export function functionPath(path: string): string {
  const [module = "", name = "default"] = path.split(":");
  return `${module.endsWith(".js") ? module.slice(0, -3) : module}:${name}`;
}

/** The path as messages show it: without `:default`. */
export function formatPath(path: string): string {
  return path.endsWith(":default") ? path.slice(0, -":default".length) : path;
}
