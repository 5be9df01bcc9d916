import { useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback } from "react";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../convex/_generated/api";
import { MAX_BASKET, MAX_PARTS } from "#domain/baskets/baskets";
import { LISTS, type ListName } from "#domain/samples/lists";
import type { ReceiptStep } from "../sample/useReceive";

/**
 * The lists whose samples can be received together. Losses are excluded: each is approved
 * individually.
 */
export type ReceivedList = "transfer" | "return";

/** List received on the screen of each list; Open Samples offers transfers to the viewer. */
const RECEIVED_IN: Partial<Record<ListName, ReceivedList>> = {
  open: "transfer",
  transfer: "transfer",
  return: "return",
};

/** Returns the list whose samples can be received together on the screen of `list`, or null. */
export function receivedIn(list: ListName): ReceivedList | null {
  return RECEIVED_IN[list] ?? null;
}

const RECEIPTS: Readonly<Record<ReceivedList, ReceiptStep>> = {
  transfer: "acknowledgeTransfer",
  return: "acknowledgeReturn",
};

type Page = FunctionReturnType<typeof api.samples.list>;
type Sample = Page["page"][number];

/** Samples that wait for the viewer and can be received as one basket. */
export type Delivery = {
  readonly step: ReceiptStep;
  /** Generated once, so that a second press does not start a second basket. */
  readonly basketId: string;
  /** 1 to 300, newest first. */
  readonly samples: readonly Pick<Sample, "_id" | "samplmanag" | "inTransitTo" | "inReturnTo">[];
};

const PAGE = 100;

/**
 * Returns a function that queries which samples in `lists` wait for the viewer: one delivery per
 * basket, at most MAX_PARTS per list.
 */
export function useDeliveries(lists: readonly ReceivedList[]): () => Promise<Delivery[]> {
  const convex = useConvex();
  return useCallback(async () => {
    const deliveries: Delivery[] = [];
    for (const list of lists) {
      const range = { list, scope: "addressed", status: LISTS[list].awaited } as const;
      const samples: Sample[] = [];
      let cursor: string | null = null;
      do {
        const paginationOpts = { numItems: PAGE, cursor };
        const answer: Page = await convex.query(api.samples.list, { ...range, paginationOpts });
        samples.push(...answer.page);
        cursor = answer.isDone ? null : answer.continueCursor;
      } while (cursor !== null && samples.length < MAX_PARTS * MAX_BASKET);
      const parts = Math.min(MAX_PARTS, Math.ceil(samples.length / MAX_BASKET));
      for (let part = 0; part < parts; part++) {
        deliveries.push({
          step: RECEIPTS[list],
          basketId: newTransactionId(),
          samples: samples.slice(part * MAX_BASKET, (part + 1) * MAX_BASKET),
        });
      }
    }
    return deliveries;
  }, [convex, lists]);
}
