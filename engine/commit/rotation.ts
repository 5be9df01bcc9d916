/** Position in a rotation, from the outermost group inwards: `["user ana", "socket 7"]`. */
export type RotationPath = readonly string[];

/**
 * Items that take turns by group: each call of `take` serves the next group, and within it that
 * group's next subgroup, and so on. Groups without items get no turn.
 *
 *     added         ana/1, ana/2, ana/3, bruno/1
 *     take, take…   ana/1, bruno/1, ana/2, ana/3
 *
 * So a group waits for at most one item of each other group, however many items those have.
 */
export class Rotation<Item> {
  /** Groups in turn order. Items of the same path are first in, first out. */
  readonly #groups = new Map<string, Rotation<Item>>();
  readonly #items = new Set<Item>();

  add(path: RotationPath, item: Item): void {
    const [group, ...inner] = path;
    if (group === undefined) {
      this.#items.add(item);
      return;
    }
    let rotation = this.#groups.get(group);
    if (!rotation) this.#groups.set(group, (rotation = new Rotation()));
    rotation.add(inner, item);
  }

  /** Returns the item that `take` would return. */
  peek(): Item | undefined {
    for (const item of this.#items) return item;
    for (const rotation of this.#groups.values()) return rotation.peek();
    return undefined;
  }

  /** Removes and returns the next item. */
  take(): Item | undefined {
    for (const item of this.#items) {
      this.#items.delete(item);
      return item;
    }
    for (const [group, rotation] of this.#groups) {
      this.#groups.delete(group);
      const item = rotation.take();
      if (!rotation.isEmpty) this.#groups.set(group, rotation); // after all other groups
      return item;
    }
    return undefined;
  }

  delete(path: RotationPath, item: Item): void {
    const [group, ...inner] = path;
    if (group === undefined) {
      this.#items.delete(item);
      return;
    }
    const rotation = this.#groups.get(group);
    rotation?.delete(inner, item);
    if (rotation?.isEmpty) this.#groups.delete(group);
  }

  /** Number of items. Cost: O(groups). */
  get size(): number {
    let size = this.#items.size;
    for (const rotation of this.#groups.values()) size += rotation.size;
    return size;
  }

  get isEmpty(): boolean {
    return this.#items.size === 0 && this.#groups.size === 0;
  }
}
