import module from "node:module";

interface Resolved {
  readonly url: string;
  readonly format?: string | null;
  readonly shortCircuit?: boolean;
}
interface ResolveContext {
  readonly parentURL?: string | undefined;
}
type NextResolve = (specifier: string, context: ResolveContext) => Resolved;

/** What Node has from 22.15 on; the types are those of Node 20. */
type HookedModule = {
  registerHooks?: (hooks: {
    resolve: (specifier: string, context: ResolveContext, next: NextResolve) => Resolved;
  }) => { deregister: () => void };
};

/**
 * Lets modules in a folder import each other without a look at the file system. Node would search
 * for a package.json and a symbolic link at each of their thousands of imports, which took a third
 * of the time in which a project's functions are loaded.
 *
 * @param folderUrl URL of a real path, with a trailing slash
 * @returns a function that ends this; Node then finds the same modules by itself
 */
export function resolveWithin(folderUrl: string): () => void {
  const hooks = (module as HookedModule).registerHooks?.({
    resolve(specifier, context, next) {
      const isInside = /^\.{1,2}\//.test(specifier) && context.parentURL?.startsWith(folderUrl);
      if (!isInside) return next(specifier, context);
      const { href: url } = new URL(specifier, context.parentURL);
      return { url, format: "module", shortCircuit: true };
    },
  });
  return () => hooks?.deregister();
}
