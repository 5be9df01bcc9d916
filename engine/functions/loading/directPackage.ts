import type { Replaced } from "../directSyscalls";

/** Modules of the `convex` package, and what is replaced in them. */
const REPLACED: Readonly<Record<string, readonly Replaced[]>> = {
  "server/impl/syscall": ["performSyscall", "performAsyncSyscall"],
  "server/impl/query_impl": ["QueryImpl"],
  "values/value": ["jsonToConvex", "convexToJsonInternal"],
};

/**
 * Appends the line that replaces functions of the `convex` package (directSyscalls.ts) to a bundled
 * module that contains them. The bundler shortens names, and keeps the original ones in calls:
 *
 *     // ../node_modules/convex/dist/esm/server/impl/syscall.js
 *     async function u(t, e) { … }
 *     n(u, "performAsyncSyscall");
 *     …
 *     if (globalThis.Convex?.direct) { u = Convex.direct.performAsyncSyscall(u); … }     appended
 *
 * Line numbers in the source map stay correct. Returns the module unchanged if anything is missing.
 */
export function withDirectSyscalls(source: string): string {
  const assignments: string[] = [];
  for (const [path, names] of Object.entries(REPLACED)) {
    const text = bundledText(source, path);
    if (text === null) continue;
    for (const name of names) {
      const short = shortName(text, name);
      if (short === null || !answersAreAwaited(source, name, short)) return source;
      assignments.push(`${short} = Convex.direct.${name}(${short});`);
    }
  }
  if (assignments.length === 0) return source;
  const end = source.lastIndexOf("\n//# sourceMappingURL=");
  const at = end === -1 ? source.length : end;
  const line = `if (globalThis.Convex?.direct) { ${assignments.join(" ")} }`;
  return `${source.slice(0, at)}\n${line}${source.slice(at)}`;
}

/** Returns the text of one of the package's modules in a bundled module; null if it has none. */
function bundledText(source: string, path: string): string | null {
  const comment = new RegExp(`^// \\S*node_modules/convex/dist/esm/${path}\\.js$`, "m");
  const start = comment.exec(source);
  if (start === null) return null;
  const text = source.slice(start.index + start[0].length);
  const next = /^\/\/ \S+\.[cm]?[jt]sx?$/m.exec(text);
  return next === null ? text : text.slice(0, next.index);
}

/** Returns the variable of the function or class that was called `name`. */
function shortName(text: string, name: string): string | null {
  const ofFunction = new RegExp(`^[\\w$]+\\(([\\w$]+), "${name}"\\);$`, "m").exec(text);
  if (ofFunction) return ofFunction[1]!;
  const ofClass = new RegExp(
    `([\\w$]+) = class(?: [\\w$]+)? (?:extends [\\w$]+ )?\\{\\s*static \\{\\s*[\\w$]+\\(this, "${name}"\\);`,
  ).exec(text);
  return ofClass?.[1] ?? null;
}

/** The replacement of `performAsyncSyscall` may answer without a promise. */
function answersAreAwaited(source: string, name: Replaced, short: string): boolean {
  if (name !== "performAsyncSyscall") return true;
  const unawaited = `(?<!await |[\\w$.])${short.replaceAll("$", "\\$")}\\(\\s*"`;
  return !new RegExp(unawaited).test(source);
}
