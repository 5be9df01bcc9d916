import { compareBytes, type KeyRange } from "../values/keys";

/**
 * Maps key ranges of one index to values; `search` finds every range that contains a key.
 *
 * It is a treap: a binary search tree by (start, insertion order) and a heap by random priority, so
 * its expected depth is O(log n) for every order of insertion. Each node stores the greatest end of
 * its subtree, and a search skips subtrees that end before the key. Example with ranges of letters;
 * search("e") visits the nodes marked ►:
 *
 *            ► [d, m)  maxEnd z
 *           /            \
 *     [a, c) maxEnd c   ► [f, z) maxEnd z     starts after e: no hit, and none to its right
 *
 * Cost: insert and remove O(log n), search O(log n + hits).
 */
export class IntervalIndex<T> {
  #root: Node<T> | null = null;
  #inserted = 0;

  get isEmpty(): boolean {
    return this.#root === null;
  }

  /** Adds a range. Returns a handle for `remove`. */
  insert(range: KeyRange, value: T): Interval {
    const node: Node<T> = {
      start: range.start,
      end: range.end,
      order: this.#inserted++,
      priority: Math.random(),
      value,
      maxEnd: range.end,
      left: null,
      right: null,
    };
    this.#root = insertNode(this.#root, node);
    return node;
  }

  remove(interval: Interval): void {
    this.#root = removeNode(this.#root, interval);
  }

  /** Calls `visit` with the value of every range that contains `key`. */
  search(key: Uint8Array, visit: (value: T) => void): void {
    searchNode(this.#root, key, visit);
  }
}

export interface Interval extends KeyRange {
  readonly order: number;
}

/** A node of the tree. `maxEnd` is null when a range in the subtree has no upper bound. */
interface Node<T> extends Interval {
  readonly priority: number;
  readonly value: T;
  maxEnd: Uint8Array | null;
  left: Node<T> | null;
  right: Node<T> | null;
}

function insertNode<T>(tree: Node<T> | null, node: Node<T>): Node<T> {
  if (tree === null) return node;
  if (node.priority > tree.priority) {
    [node.left, node.right] = split(tree, node);
    return update(node);
  }
  if (compareIntervals(node, tree) < 0) tree.left = insertNode(tree.left, node);
  else tree.right = insertNode(tree.right, node);
  return update(tree);
}

/** Splits `tree` into the nodes before `at` and the nodes after it. */
function split<T>(tree: Node<T> | null, at: Interval): [Node<T> | null, Node<T> | null] {
  if (tree === null) return [null, null];
  if (compareIntervals(tree, at) < 0) {
    const [before, after] = split(tree.right, at);
    tree.right = before;
    return [update(tree), after];
  }
  const [before, after] = split(tree.left, at);
  tree.left = after;
  return [before, update(tree)];
}

function removeNode<T>(tree: Node<T> | null, interval: Interval): Node<T> | null {
  if (tree === null) return null;
  if (tree === interval) return join(tree.left, tree.right);
  if (compareIntervals(interval, tree) < 0) tree.left = removeNode(tree.left, interval);
  else tree.right = removeNode(tree.right, interval);
  return update(tree);
}

/** Joins two trees. Every node of `before` must precede every node of `after`. */
function join<T>(before: Node<T> | null, after: Node<T> | null): Node<T> | null {
  if (before === null) return after;
  if (after === null) return before;
  if (before.priority > after.priority) {
    before.right = join(before.right, after);
    return update(before);
  }
  after.left = join(before, after.left);
  return update(after);
}

function searchNode<T>(tree: Node<T> | null, key: Uint8Array, visit: (value: T) => void): void {
  if (tree === null || endsBefore(tree.maxEnd, key)) return;
  searchNode(tree.left, key, visit);
  if (compareBytes(tree.start, key) > 0) return; // as does every range in the right subtree
  if (!endsBefore(tree.end, key)) visit(tree.value);
  searchNode(tree.right, key, visit);
}

function update<T>(node: Node<T>): Node<T> {
  node.maxEnd = node.end;
  if (node.left) node.maxEnd = laterEnd(node.maxEnd, node.left.maxEnd);
  if (node.right) node.maxEnd = laterEnd(node.maxEnd, node.right.maxEnd);
  return node;
}

function laterEnd(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  if (a === null || b === null) return null;
  return compareBytes(a, b) >= 0 ? a : b;
}

/**
 * True when a range with this end lies entirely before `key`. Ends are exclusive; null is
 * unbounded.
 */
function endsBefore(end: Uint8Array | null, key: Uint8Array): boolean {
  return end !== null && compareBytes(end, key) <= 0;
}

function compareIntervals(a: Interval, b: Interval): number {
  return compareBytes(a.start, b.start) || a.order - b.order;
}
