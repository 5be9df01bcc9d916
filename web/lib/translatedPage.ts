/**
 * Keeps the app alive on a page that the browser translates.
 *
 * A translator (Chrome, Edge, extensions) puts a `<font>` with the translation in the place of each
 * text node, and may move elements into it. React goes on with the nodes that it made: a new text
 * goes into a node that the page no longer has, so a counter freezes, and `removeChild` and
 * `insertBefore` throw, because the node's parent is another one
 * (https://github.com/facebook/react/issues/11538).
 *
 * `keepTranslatedPageAlive` notes which `<font>` stands in for which text node. A text that React
 * changes takes its place back, for the translator to translate anew; removals and insertions act
 * on the stand-in. On a page that nobody translated, every error still throws.
 */

/** Text nodes that a translator took out, and what it put in their place. */
const standIns = new WeakMap<Node, ChildNode>();
let isTranslated = false;

/**
 * Patches `removeChild` and `insertBefore`, and watches the page for translations. Call it once,
 * before React renders.
 */
export function keepTranslatedPageAlive(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the node that they are for
  const { removeChild, insertBefore } = Node.prototype;

  Node.prototype.removeChild = function removeHere<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this || !isTranslated) return removeChild.call(this, child) as T;
    const standIn = standIns.get(child);
    if (standIn !== undefined) standIn.remove();
    else if (this.contains(child)) child.parentNode?.removeChild(child);
    standIns.delete(child);
    return child;
  };

  Node.prototype.insertBefore = function insertHere<T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    const isKnown = next === null || next.parentNode === this || !isTranslated;
    standIns.get(node)?.remove();
    standIns.delete(node);
    return insertBefore.call(this, node, isKnown ? next : placeOf(next, this)) as T;
  };

  const changedTexts = new MutationObserver((changes) => {
    for (const { target } of changes) showAgain(target);
  });
  const translations = new MutationObserver((changes) => {
    for (const change of changes) {
      for (const removed of change.removedNodes) {
        if (!(removed instanceof Text) || removed.isConnected) continue;
        const standIn = standInOf(change);
        if (standIn === null) continue;
        isTranslated = true;
        standIns.set(removed, standIn);
        changedTexts.observe(removed, { characterData: true });
      }
    }
  });
  translations.observe(document, { childList: true, subtree: true });
}

/** Returns the `<font>` that took the place of a removed text; null for any other removal. */
function standInOf({ addedNodes, previousSibling, nextSibling }: MutationRecord): ChildNode | null {
  const candidates = [...addedNodes, previousSibling, nextSibling];
  const font = candidates.find((node) => node instanceof Element && node.tagName === "FONT");
  return (font as ChildNode | undefined) ?? null;
}

/** Puts a text with a new value back into its place. */
function showAgain(text: Node): void {
  const standIn = standIns.get(text);
  if (standIn === undefined || !(text instanceof Text)) return;
  standIns.delete(text);
  standIn.replaceWith(text);
}

/** Returns the child of `parent` that stands for `node` or contains it; null if it is gone. */
function placeOf(node: Node, parent: Node): Node | null {
  let place: Node | null = standIns.get(node) ?? node;
  while (place !== null && place.parentNode !== parent) place = place.parentNode;
  return place;
}
