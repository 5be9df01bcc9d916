import { escapeFormula } from "../files/cells";
import type { BasketOutcome } from "./baskets";
import { formatDateTime } from "../common/dates";
import type { HistoryAction } from "../custody/workflow";

/** The result of one sample of a finished basket, as shown on its receipt. */
export type ReceiptLine = {
  /** Brand and model; "" for a sample that the reader may not see. */
  readonly device: string;
  readonly serialNumber: string;
  readonly outcome: BasketOutcome;
  /** Why the sample was refused, or why it was not reached. */
  readonly reason?: string;
  /**
   * E-mails of the person who gave the sample or the request, and of the person who received it.
   */
  readonly from?: string;
  readonly to?: string;
  /** Time of the history record, epoch ms, UTC. */
  readonly at?: number;
};

/** The fields of a history record that identify the two parties. */
type CustodyRecord = {
  readonly action: HistoryAction;
  readonly samplmanag: string;
  readonly lastmanag?: string | undefined;
  readonly recipient?: string | undefined;
};

/** Returns the e-mails of the two parties of a record; an edit or an undo has only a holder. */
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

/** Headings of a receipt. Times are UTC, because it may be read in another country. */
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
 * Formats a receipt as tab-separated text: a heading, then one line per sample. It can be pasted
 * into a spreadsheet; no cell is run as a formula.
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
