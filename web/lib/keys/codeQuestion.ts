/**
 * A question about the latest scan: which of two codes the label shows. It depends on the keyboard
 * that the reader is set to, for which the person's answer is kept while the tab is open.
 */
import type { ReaderLayout } from "#domain/keys/typedCode";

export type CodeQuestion = {
  readonly codes: Readonly<Record<ReaderLayout, string>>;
  readonly answer: (layout: ReaderLayout) => void;
};

const LAYOUT_KEY = "readerLayout";

let question: CodeQuestion | null = null;
const listeners = new Set<() => void>();

function set(next: CodeQuestion | null): void {
  question = next;
  for (const onChange of listeners) onChange();
}

export function askForCode(
  codes: CodeQuestion["codes"],
  answer: (layout: ReaderLayout) => void,
): void {
  set({ codes, answer });
}

/** Closes the question without an answer: the scan has no effect. */
export function closeQuestion(): void {
  set(null);
}

export function openQuestion(): CodeQuestion | null {
  return question;
}

export function subscribeToQuestion(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Returns what this tab's scans have shown; null: nothing yet. */
export function keptLayout(): ReaderLayout | null {
  const kept = sessionStorage.getItem(LAYOUT_KEY);
  return kept === "us" || kept === "computer" ? kept : null;
}

export function keepLayout(layout: ReaderLayout | null): void {
  if (layout !== null && layout !== keptLayout()) sessionStorage.setItem(LAYOUT_KEY, layout);
}
