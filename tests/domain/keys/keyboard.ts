import { KeyReader, QUIET_MS, type Decision, type Stroke } from "#domain/keys/keyReader";
import type { FieldKind, Meaning } from "#domain/keys/run";
import type { ReaderLayout } from "#domain/keys/typedCode";

/** Meaning of keys on a list: `g` and a letter open another screen. */
function meaningOf(keys: string): Meaning | null {
  if (["j", "k", "x", "/", "?"].includes(keys)) return "move";
  return ["t", "r", "f", "g", "gt", "gr"].includes(keys) ? "step" : null;
}

/** `overlaps`: the previous key is still down. */
export type Key =
  | string
  | { readonly key: string; readonly byPosition: string | null; readonly overlaps?: true };
type End = "Enter" | "LineFeed" | "Tab";
const ENDS: readonly string[] = ["Enter", "LineFeed", "Tab"] satisfies End[];

export type Where = { readonly place: string; readonly field: FieldKind | null };
export const PAGE: Where = { place: "page", field: null };
export const SEARCH: Where = { place: "search", field: "search" };
export const DIALOG: Where = { place: "dialog", field: null };

/** Presses `keys`, each `gaps` ms after the previous; on the page, `/` and `?` move the focus. */
export class Keyboard {
  readonly reader = new KeyReader(meaningOf);
  readonly decisions: Decision[] = [];
  /** Keys that reached the page: its shortcuts, and the text of fields. */
  readonly passed: string[] = [];
  where: Where = PAGE;
  now = 10_000;

  press(key: Key, gap = 1_000, where?: Where): void {
    this.now += gap;
    if (where) this.where = where;
    const typed = typeof key === "string" ? key : key.key;
    const reading = this.reader.read(strokeOf(key, this.now, this.where));
    this.decisions.push(...reading.decisions);
    if (reading.isHeld) return;
    this.passed.push(typed);
    if (this.where === PAGE && typed === "/") this.where = SEARCH;
    if (this.where === PAGE && typed === "?") this.where = DIALOG;
  }
  type(keys: readonly Key[], gap: number | readonly number[], where?: Where): this {
    keys.forEach((key, index) => {
      const own = typeof gap === "number" ? gap : (gap[index % gap.length] ?? 0);
      this.press(key, index === 0 ? 1_000 : own, index === 0 ? where : undefined);
    });
    return this;
  }
  /** Returns all decisions once no more keys come. */
  end(): readonly Decision[] {
    this.decisions.push(...this.reader.settle(this.now + QUIET_MS));
    return this.decisions;
  }
  /** Questions which code the label shows are answered with `layout`. */
  outcome(layout?: ReaderLayout) {
    const all = this.end();
    return {
      codes: all.flatMap((each) => (each.kind === "scan" ? each.code : codeAsked(each, layout))),
      steps: all.flatMap((each) => (each.kind === "act" ? each.keys : [])),
      again: all.filter(({ kind }) => kind === "scanAgain").length,
    };
  }
}

function codeAsked(decision: Decision, layout: ReaderLayout | undefined): string[] {
  if (decision.kind !== "ask") return [];
  return layout === undefined ? ["which?"] : [decision.codes[layout]];
}

function strokeOf(key: Key, at: number, where: Where): Stroke {
  if (typeof key !== "string") {
    return {
      kind: "character",
      key: key.key,
      typed: key.key,
      byPosition: key.byPosition,
      isOverlapped: key.overlaps === true,
      at,
      ...where,
    };
  }
  if (ENDS.includes(key)) return { kind: "end", by: key as End, at, ...where };
  if (key.length > 1) return { kind: "other", at, ...where };
  return { kind: "character", key, typed: key, byPosition: null, at, ...where };
}

export const taken = (...codes: string[]) => ({ codes, steps: [], again: 0 });
export const SCAN_AGAIN = { codes: [], steps: [], again: 1 };
