/**
 * Returns the canonical spelling of a function's path: `dir/module:export`. Clients, `convex run`
 * and stored jobs also write `dir/module.js:export`, and omit `:default`.
 */
export function functionPath(path: string): string {
  const [module = "", name = "default"] = path.split(":");
  return `${module.endsWith(".js") ? module.slice(0, -3) : module}:${name}`;
}

/** Returns the path as shown in messages, without `:default`. */
export function formatPath(path: string): string {
  return path.endsWith(":default") ? path.slice(0, -":default".length) : path;
}
