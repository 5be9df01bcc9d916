import { basketTransactionId } from "#domain/baskets/baskets";
import { sidesOf, type ReceiptLine } from "#domain/baskets/receipts";
import { deviceName } from "#domain/samples/deviceName";
import { omitUndefined } from "#domain/common/objects";
import type { Id } from "../../_generated/dataModel";
import type { UserQueryCtx } from "../../lib/functions";
import { getSample } from "../people/addressMoves";
import { findBasket } from "../custody/basketMails";
import * as Transactions from "../common/transactions";
import { maySee } from "../people/visibility";

type Line = ReceiptLine & { readonly sampleId: Id<"samples"> };

/**
 * Implements baskets.receipt. The line of a completed step is built from its history record, which
 * is immutable, so the receipt stays true when the sample moves on. Reads one record or sample per
 * result.
 */
export async function receipt(ctx: UserQueryCtx, basketId: string): Promise<Line[] | null> {
  const basket = await findBasket(ctx, ctx.actor._id, basketId);
  if (basket?.finishedAt === undefined) return null;
  const lines = basket.results.map((result, place) => {
    const { sampleId, serialNumber, outcome, reason } = result;
    const line = { sampleId, serialNumber, outcome, ...omitUndefined({ reason }) };
    return outcome === "done"
      ? doneLine(ctx, line, basketTransactionId(basketId, place))
      : otherLine(ctx, line);
  });
  return await Promise.all(lines);
}

type BareLine = Pick<Line, "sampleId" | "serialNumber" | "outcome" | "reason">;

/** @param transactionId transaction id of the step */
async function doneLine(ctx: UserQueryCtx, line: BareLine, transactionId: string): Promise<Line> {
  const record = await Transactions.findRecord(ctx, ctx.actor._id, transactionId);
  if (record?.sampleId !== line.sampleId) return { ...line, device: "" };
  const sides = omitUndefined(sidesOf(record));
  return { ...line, device: deviceName(record), ...sides, at: record.actiondate };
}

/**
 * The line of a sample on which no step was taken. Contains the device only if the reader may see
 * it.
 */
async function otherLine(ctx: UserQueryCtx, line: BareLine): Promise<Line> {
  const sample = await getSample(ctx, line.sampleId);
  if (sample === null || !(await maySee(ctx, ctx.actor, sample))) return { ...line, device: "" };
  return { ...line, device: deviceName(sample), from: sample.samplmanag };
}
