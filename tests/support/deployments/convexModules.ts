/** A function that the `convex` package has registered. */
type Registered = { exportArgs: () => string; exportReturns: () => string };

/**
 * The functions folder, for `convexTest`. convex-test asks a function for its validators at each
 * call, and the `convex` package would write them out as JSON each time: a tenth of a call's time.
 */
export const convexModules: Readonly<Record<string, () => Promise<unknown>>> = Object.fromEntries(
  Object.entries(import.meta.glob<object>("../../../convex/**/*.*s")).map(([path, load]) => [
    path,
    async () => withKeptValidators(await load()),
  ]),
);

const done = new WeakSet<object>();

function withKeptValidators(module: object): object {
  if (done.has(module)) return module;
  done.add(module);
  for (const value of Object.values(module) as unknown[]) {
    if (typeof value !== "function" || !("exportArgs" in value)) continue;
    const registered = value as unknown as Registered;
    registered.exportArgs = kept(registered.exportArgs);
    registered.exportReturns = kept(registered.exportReturns);
  }
  return module;
}

function kept(write: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= write());
}
