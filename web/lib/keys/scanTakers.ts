/** The screens and dialogs that take scans (`useScanner`): the newest one gets them. */

/** Names the field that a code would go to, for a person who picks one of several codes. */
export type LabelOf = (text: string) => string;

export type ScanTaker = {
  readonly take: (text: string) => void;
  /** One scan follows another, as in a basket. */
  readonly takesMany: boolean;
  /** Several codes of one picture are wanted, each in a field of its own; null: one is. */
  readonly labelOf: LabelOf | null;
};

const takers: { readonly taker: ScanTaker; readonly name: string }[] = [];
let count = 0;

/** @param isFallback older than every other. @returns removes the taker */
export function addScanTaker(taker: ScanTaker, isFallback: boolean): () => void {
  const entry = { taker, name: `taker ${++count}` };
  if (isFallback) takers.unshift(entry);
  else takers.push(entry);
  return () => void takers.splice(takers.indexOf(entry), 1);
}

/** Hands the text of a scan, a reader's or a camera's, to its taker. */
export function takeScan(text: string): void {
  takers.at(-1)?.taker.take(text);
}

export function takesManyScans(): boolean {
  return takers.at(-1)?.taker.takesMany ?? false;
}

export function scanLabels(): LabelOf | null {
  return takers.at(-1)?.taker.labelOf ?? null;
}

/** Tells one taker from another; "": nobody takes scans. */
export function takerName(): string {
  return takers.at(-1)?.name ?? "";
}
