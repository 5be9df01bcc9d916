// @ts-check

/**
 * @typedef {import("vite").Rolldown.ModuleInfo} ModuleInfo
 * @typedef {import("vite").Rolldown.ChunkingContext} ChunkingContext
 */

/**
 * Index modules of packages, which import all other modules to re-export them. The bundler keeps
 * only the modules whose names are imported, so an index counts as leading only to these.
 */
const LIST = /\/(lucide-react|radix-ui)\/dist\/(?:esm\/lucide-react|index)\.mjs$/;
/** Names that a module imports from an index, and names that an index re-exports. */
const TAKEN = /import\s*\{([^}]*)\}\s*from\s*"(lucide-react|radix-ui)"/g;
const LISTED = /(?:import|export)\s([^;]*?)\sfrom\s*['"](?:\.\/)?([^'"]+)['"]/g;

/** The import graph of a build's modules, by their ids. */
export class BuildModules {
  /** @type {Map<string, ReadonlyMap<string, string>>} */
  #lists = new Map();

  /** @param {ChunkingContext} chunking */
  constructor(chunking) {
    this.chunking = chunking;
  }

  /**
   * Returns `roots` and everything that they import, directly or indirectly.
   *
   * @param {Iterable<string>} roots
   * @param {(id: string) => boolean} [isFollowed] true for a module whose `import()`s count too
   * @returns {ReadonlySet<string>}
   */
  reach(roots, isFollowed = () => false) {
    const ids = new Set(roots);
    for (const id of ids) {
      const info = this.chunking.getModuleInfo(id);
      if (info === null) continue;
      for (const imported of info.importedIds) {
        const found = LIST.test(imported) ? this.#taken(info, imported) : [imported];
        for (const each of found) ids.add(each);
      }
      if (isFollowed(id)) for (const later of info.dynamicallyImportedIds) ids.add(later);
    }
    return ids;
  }

  /**
   * Returns the modules that a module imports through an index.
   *
   * @param {ModuleInfo} info
   * @param {string} listId
   */
  #taken({ code }, listId) {
    const listed = this.#listed(listId);
    return [...(code ?? "").matchAll(TAKEN)]
      .filter(([, , list = ""]) => listId.includes(`/${list}/`))
      .flatMap(([, names = ""]) => names.split(","))
      .flatMap((name) => listed.get(name.trim().split(/\s/)[0] ?? "") ?? []);
  }

  /**
   * Maps each name in an index to its module.
   *
   * @param {string} listId
   */
  #listed(listId) {
    const known = this.#lists.get(listId);
    if (known !== undefined) return known;
    const info = this.chunking.getModuleInfo(listId);
    /** @type {Map<string, string>} */
    const listed = new Map();
    for (const [, names = "", path = ""] of (info?.code ?? "").matchAll(LISTED)) {
      const isMeant = (/** @type {string} */ id) => `${id}/`.includes(`/${path}/`);
      const id = info?.importedIds.find(isMeant);
      if (id === undefined) continue;
      for (const [, name = ""] of names.matchAll(/\bas (\w+)/g)) listed.set(name, id);
    }
    this.#lists.set(listId, listed);
    return listed;
  }
}
