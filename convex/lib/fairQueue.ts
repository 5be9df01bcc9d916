/** The networks of a waiting caller, from `networkOf` and `siteOf` in networks.ts. */
export type Origin = { readonly line: string; readonly site: string };

/**
 * A bounded queue in which each site gets an equal share, each line (single network) an equal share
 * of its site's, and the items of one line keep their order. So a site that adds many items delays
 * only itself.
 *
 * When the queue is full, the site with the most items loses its newest one:
 *
 *     2001:db8:1 has 299 items, 192.0.2 has 1    → an item of 203.0.113 evicts one of 2001:db8:1
 *     100 sites have 3 items each                → another item of any of them is evicted itself
 *
 * `add` scans all sites, `next` looks only at the first.
 */
export class FairQueue<Item> {
  /** In turn order: the next site, and within it the next line, come first. */
  readonly #sites = new Map<string, Site<Item>>();
  #size = 0;

  constructor(readonly maxItems: number) {}

  get size(): number {
    return this.#size;
  }

  /**
   * Adds an item.
   * @returns the evicted item, which may be this one; null if none was evicted
   */
  add({ site: siteName, line }: Origin, item: Item): Item | null {
    const site: Site<Item> = this.#sites.get(siteName) ?? { size: 0, lines: new Map() };
    this.#sites.set(siteName, site);
    site.lines.set(line, [...(site.lines.get(line) ?? []), item]);
    site.size += 1;
    this.#size += 1;
    return this.#size > this.maxItems ? this.#evict(siteName, line) : null;
  }

  /** Removes the next item; undefined when the queue is empty. */
  next(): Item | undefined {
    const [entry] = this.#sites;
    if (entry === undefined) return undefined;
    const [name, site] = entry;
    const [[line, items] = ["", []]] = site.lines;
    const [item, ...others] = items;
    // The line moves behind the other lines of its site, and the site behind the other sites.
    site.lines.delete(line);
    if (others.length > 0) site.lines.set(line, others);
    this.#sites.delete(name);
    site.size -= 1;
    if (site.size > 0) this.#sites.set(name, site);
    this.#size -= 1;
    return item;
  }

  /**
   * Removes the newest item of the largest line of the largest site; the new item's site and line
   * win ties.
   */
  #evict(newSite: string, newLine: string): Item {
    const [name, site] = largest(this.#sites, newSite, ({ size }) => size);
    const [line, items] = largest(site.lines, newLine, ({ length }) => length);
    const item = items.at(-1);
    if (item === undefined) throw new Error("A line waits without an item");
    if (items.length > 1) site.lines.set(line, items.slice(0, -1));
    else site.lines.delete(line);
    site.size -= 1;
    if (site.size === 0) this.#sites.delete(name);
    this.#size -= 1;
    return item;
  }
}

type Site<Item> = { size: number; readonly lines: Map<string, readonly Item[]> };

function largest<Value>(
  entries: ReadonlyMap<string, Value>,
  preferred: string,
  sizeOf: (value: Value) => number,
): [string, Value] {
  const own = entries.get(preferred);
  let found = own === undefined ? undefined : ([preferred, own] as [string, Value]);
  for (const entry of entries) {
    if (found === undefined || sizeOf(entry[1]) > sizeOf(found[1])) found = entry;
  }
  if (found === undefined) throw new Error("An empty queue is full");
  return found;
}
