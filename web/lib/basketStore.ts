import { z } from "#domain/common/zod";
import { BASKET_STEPS, MAX_BASKET, mergeValues, type BasketStep } from "#domain/baskets/baskets";
import { EMPTY_BULK_EDIT, type BulkEditInput } from "#domain/samples/bulkEdit";
import { EMPTY_REQUEST, type RequestInput } from "#domain/people/inputs";
import { basketKey } from "./basketKey";
import { newTransactionId } from "./transactionId";
import { Listeners } from "./observable";

/** Answers that a step may need in addition to the samples; empty until given. */
export type Asked = Readonly<RequestInput> & {
  readonly reason: string;
  readonly edit: BulkEditInput;
};

const NOTHING_ASKED: Asked = { ...EMPTY_REQUEST, reason: "", edit: EMPTY_BULK_EDIT };

/** Samples that a person is about to hand over, or edit, together. */
export type Basket = {
  /**
   * Id of the job on the server: pressing twice or sending again runs it once. Changing the samples
   * or the step generates a new id, so two copies of a tab, filled differently, are two jobs.
   */
  readonly id: string;
  /** Serial numbers, IMEIs and sample ids in the order they were added; at most MAX_BASKET. */
  readonly values: readonly string[];
  /** The step to take; null: not yet chosen. */
  readonly step: BasketStep | null;
  readonly asked: Asked;
  /** The values that a selection in a list has replaced; the screen offers to add them again. */
  readonly replaced: readonly string[];
};

const stored = z.object({
  id: z.string().min(1),
  values: z.array(z.string()).max(MAX_BASKET),
  step: z.enum(BASKET_STEPS).nullable(),
  replaced: z.array(z.string()).max(MAX_BASKET).default([]),
  asked: z.object({
    recipient: z.string(),
    reason: z.string(),
    note: z.string().default(""),
    trackingNumber: z.string().default(""),
    lastSeen: z.string().default(""),
    whatHappened: z.string().default(""),
    edit: z
      .object({
        customers: z.string(),
        location: z.string(),
        comments: z.string(),
        country: z.string().optional(),
        city: z.string().optional(),
        lat: z.number().optional(),
        lng: z.number().optional(),
      })
      .default(EMPTY_BULK_EDIT),
  }),
});

export interface BasketStore {
  /**
   * Returns the same object until the basket changes.
   *
   * @param owner e-mail: people who share a browser have separate baskets
   */
  readonly get: (owner: string) => Basket;
  /** @returns the number of values that did not fit */
  readonly add: (owner: string, values: readonly string[]) => number;
  readonly remove: (owner: string, values: readonly string[]) => void;
  /** Chooses the step. A different step discards the answers given for the previous one. */
  readonly choose: (owner: string, step: BasketStep) => void;
  readonly answer: (owner: string, asked: Partial<Asked>) => void;
  /** Replaces the basket by a new one. `replaced`: values to offer again. */
  readonly start: (
    owner: string,
    values: readonly string[],
    step: BasketStep | null,
    asked?: Partial<Asked>,
    replaced?: readonly string[],
  ) => void;
  /** Adds the replaced values again. @returns the number of values that did not fit */
  readonly restore: (owner: string) => number;
  /** @returns unsubscribe */
  readonly subscribe: (onChange: () => void) => () => void;
}

/** Stores baskets in `storage` (a tab's own), so that they survive a reload. */
export function createBasketStore(storage: Storage): BasketStore {
  const baskets = new Map<string, Basket>();
  const listeners = new Listeners();

  const get = (owner: string): Basket => {
    const known = baskets.get(owner) ?? read(storage, owner) ?? emptyBasket();
    baskets.set(owner, known);
    return known;
  };
  const put = (owner: string, basket: Basket) => {
    baskets.set(owner, basket);
    try {
      storage.setItem(basketKey(owner), JSON.stringify(basket));
    } catch {
      // Storage is full or disabled: the basket lasts until the page is closed.
    }
    listeners.notify();
  };
  const add = (owner: string, more: readonly string[], part: Partial<Basket> = {}): number => {
    const basket = get(owner);
    const values = mergeValues(basket.values, more);
    const kept = values.slice(0, MAX_BASKET);
    put(owner, { ...basket, ...part, id: newTransactionId(), values: kept });
    return Math.max(0, values.length - MAX_BASKET);
  };

  return {
    get,
    add: (owner, more) => add(owner, more),
    restore: (owner) => add(owner, get(owner).replaced, { replaced: [] }),
    remove: (owner, gone) => {
      const basket = get(owner);
      const left = basket.values.filter((value) => !gone.includes(value));
      const rest = { ...basket, id: newTransactionId(), values: left };
      put(owner, left.length === 0 ? emptyBasket() : rest);
    },
    choose: (owner, step) => {
      const basket = get(owner);
      if (step === basket.step) return;
      put(owner, { ...emptyBasket(), values: basket.values, replaced: basket.replaced, step });
    },
    answer: (owner, asked) => {
      const basket = get(owner);
      put(owner, { ...basket, asked: { ...basket.asked, ...asked } });
    },
    start: (owner, values, step, asked, replaced = []) => {
      const fresh = { ...emptyBasket(), values: values.slice(0, MAX_BASKET), step, replaced };
      put(owner, { ...fresh, asked: { ...NOTHING_ASKED, ...asked } });
    },
    subscribe: listeners.add,
  };
}

function emptyBasket(): Basket {
  return { id: newTransactionId(), values: [], step: null, asked: NOTHING_ASKED, replaced: [] };
}

/** Reads a stored basket; null if there is none or the stored text is invalid. */
function read(storage: Storage, owner: string): Basket | null {
  try {
    return stored.parse(JSON.parse(storage.getItem(basketKey(owner)) ?? "null"));
  } catch {
    return null;
  }
}
