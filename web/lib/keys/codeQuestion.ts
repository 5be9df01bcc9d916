/**
 * A question about the latest scan: which of two codes the label shows. It depends on the keyboard
 * that the reader is set to, for which the person's answer is kept while the tab is open.
 */
import type { ReaderLayout } from "#domain/keys/typedCode";
import { Observable } from "../observable";

type CodeQuestion = {
  readonly codes: Readonly<Record<ReaderLayout, string>>;
  readonly answer: (layout: ReaderLayout) => void;
};

const LAYOUT_KEY = "readerLayout";

/** The open question, or null. Closed without an answer, the scan has no effect. */
export const codeQuestion = new Observable<CodeQuestion | null>(null);

/** Returns what this tab's scans have shown; null: nothing yet. */
export function keptLayout(): ReaderLayout | null {
  const kept = sessionStorage.getItem(LAYOUT_KEY);
  return kept === "us" || kept === "computer" ? kept : null;
}

export function keepLayout(layout: ReaderLayout | null): void {
  if (layout !== null && layout !== keptLayout()) sessionStorage.setItem(LAYOUT_KEY, layout);
}
