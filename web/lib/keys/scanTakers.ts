/** The screens and dialogs that accept scans (`useScanner`): the most recent one gets them. */

/** Names the field for a code, for a person who selects one of several codes. */
export type LabelOf = (text: string) => string;

export type ScanTaker = {
  readonly take: (text: string) => void;
  /** Accepts consecutive scans, as a basket does. */
  readonly takesMany: boolean;
  /** Accepts several codes of one picture, each in its own field; null: accepts one. */
  readonly labelOf: LabelOf | null;
};

const takers: { readonly taker: ScanTaker; readonly name: string }[] = [];
let count = 0;

/**
 * @param isFallback gets scans only if there is no other taker
 * @returns a function that removes the taker
 */
export function addScanTaker(taker: ScanTaker, isFallback: boolean): () => void {
  const entry = { taker, name: `taker ${++count}` };
  if (isFallback) takers.unshift(entry);
  else takers.push(entry);
  return () => void takers.splice(takers.indexOf(entry), 1);
}

/** Passes a scanned text, from a reader or a camera, to its taker. */
export function takeScan(text: string): void {
  takers.at(-1)?.taker.take(text);
}

export function takesManyScans(): boolean {
  return takers.at(-1)?.taker.takesMany ?? false;
}

export function scanLabels(): LabelOf | null {
  return takers.at(-1)?.taker.labelOf ?? null;
}

/** Identifies the current taker; "" if there is none. */
export function takerName(): string {
  return takers.at(-1)?.name ?? "";
}
