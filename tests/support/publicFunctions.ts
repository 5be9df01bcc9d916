/** Properties that the `convex` package sets on an exported function. */
export type PublicFunction = {
  isPublic?: true;
  isQuery?: true;
  isAction?: true;
  /** The validators as JSON. */
  exportArgs(): string;
  exportReturns(): string;
};

const files = import.meta.glob("../../convex/*.ts", { eager: true });

/** All functions that anyone on the network can call, by path such as `samples:list`. */
export const publicFunctions: ReadonlyMap<string, PublicFunction> = find();

function find(): Map<string, PublicFunction> {
  const found = new Map<string, PublicFunction>();
  for (const [path, exports] of Object.entries(files)) {
    const file = path.replace(/^.*\/(.*)\.ts$/, "$1");
    for (const [name, value] of Object.entries(exports as Record<string, unknown>)) {
      if (typeof value !== "function") continue;
      const exported = value as unknown as PublicFunction;
      if (exported.isPublic) found.set(`${file}:${name}`, exported);
    }
  }
  return found;
}
