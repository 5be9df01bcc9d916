import { escapeFormula } from "../files/cells";
import type { BasketOutcome } from "./baskets";
import { formatDateTime } from "../common/dates";
import type { HistoryAction } from "../custody/workflow";

/** The result of one sample of a finished basket, as its receipt says it. */
export type ReceiptLine = {
  /** Brand and model; "" for a sample that the reader may not see. */
  readonly device: string;
  readonly serialNumber: string;
  readonly outcome: BasketOutcome;
  /** The reason of a refusal, or why the sample had no turn. */
  readonly reason?: string;
  /** E-mails: who gave the sample, or the request, and who got it. */
  readonly from?: string;
  readonly to?: string;
  /** Time of the history record, epoch ms, UTC. */
  readonly at?: number;
};

/** The fields of a history record that tell between whom it was. */
type CustodyRecord = {
  readonly action: HistoryAction;
  readonly samplmanag: string;
  readonly lastmanag?: string | undefined;
  readonly recipient?: string | undefined;
};

/** Returns the e-mails of the two sides of a record; an edit or an undo has only a holder. */
export function sidesOf(record: CustodyRecord): { from: string | undefined; to?: string } {
  const { action, samplmanag, lastmanag, recipient } = record;
  switch (action) {
    case "Transfer":
    case "Return":
    case "Request Lost":
      return { from: samplmanag, ...(recipient !== undefined && { to: recipient }) };
    case "Transfer Acknowledge":
    case "Return Acknowledge":
    case "Lost Acknowledge":
    case "Reopened":
      return { from: lastmanag, to: samplmanag };
    case "Transfer Declined":
    case "Transfer Cancelled":
    case "Return Declined":
    case "Return Cancelled":
    case "Lost Declined":
    case "Lost Cancelled":
      return { from: recipient, to: samplmanag };
    case "Register":
    case "Undone":
    case "Delete":
      return { from: samplmanag };
  }
  return action satisfies never;
}

const OUTCOME_WORDS: Readonly<Record<BasketOutcome, string>> = {
  done: "Done",
  refused: "Refused",
  left: "Not done",
};

/** Headings of a receipt. Times are UTC, for it may be read in another country. */
export const RECEIPT_HEADINGS = {
  device: "Device",
  serialNumber: "Serial Number",
  from: "From",
  to: "To",
  at: "Time (UTC)",
  result: "Result",
} as const;

/** "Done", or "Refused: Sample does not exist!". */
export function resultWords({ outcome, reason }: ReceiptLine): string {
  return reason === undefined ? OUTCOME_WORDS[outcome] : `${OUTCOME_WORDS[outcome]}: ${reason}`;
}

/**
 * Writes a receipt as tab-separated text: a heading, then a line for each sample. Pasted into a
 * spreadsheet it fills the cells, of which none runs as a formula.
 */
export function receiptText(lines: readonly ReceiptLine[]): string {
  const rows = lines.map((line) => [
    line.device,
    line.serialNumber,
    line.from ?? "",
    line.to ?? "",
    line.at === undefined ? "" : formatDateTime(line.at, "UTC"),
    resultWords(line),
  ]);
  return [Object.values(RECEIPT_HEADINGS), ...rows]
    .map((cells) => cells.map((cell) => escapeFormula(cell.replace(/\s+/g, " "))).join("\t"))
    .join("\n");
}
