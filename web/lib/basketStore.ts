import { z } from "zod";
import { BASKET_STEPS, MAX_BASKET, mergeValues, type BasketStep } from "#domain/baskets/baskets";
import { EMPTY_BULK_EDIT, type BulkEditInput } from "#domain/samples/bulkEdit";
import { EMPTY_REQUEST, type RequestInput } from "#domain/people/inputs";
import { newTransactionId } from "./transactionId";

/** Answers that a step may need beside the samples; empty where none was given yet. */
export type Asked = Readonly<RequestInput> & {
  readonly reason: string;
  readonly edit: BulkEditInput;
};

const NOTHING_ASKED: Asked = { ...EMPTY_REQUEST, reason: "", edit: EMPTY_BULK_EDIT };

/** Samples that somebody is about to hand over, or edit, in one go. */
export type Basket = {
  /**
   * Names the job on the server: pressed twice or sent again, it is one hand-over. Other samples
   * and another step have another: two copies of a tab, filled differently, are two hand-overs.
   */
  readonly id: string;
  /** Serial numbers, IMEIs and samples' ids, in the order they came; at most MAX_BASKET. */
  readonly values: readonly string[];
  /** The step to take; null: not chosen yet. */
  readonly step: BasketStep | null;
  readonly asked: Asked;
};

const stored = z.object({
  id: z.string().min(1),
  values: z.array(z.string()).max(MAX_BASKET),
  step: z.enum(BASKET_STEPS).nullable(),
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
   * Answers the same object until the basket changes.
   *
   * @param owner e-mail: people who share a browser share no basket
   */
  readonly get: (owner: string) => Basket;
  /** @returns how many found no room */
  readonly add: (owner: string, values: readonly string[]) => number;
  readonly remove: (owner: string, values: readonly string[]) => void;
  /** Chooses the step. Another step drops the answers given for the one before. */
  readonly choose: (owner: string, step: BasketStep) => void;
  readonly answer: (owner: string, asked: Partial<Asked>) => void;
  /** Begins a new basket in place of the one before. */
  readonly start: (
    owner: string,
    values: readonly string[],
    step: BasketStep | null,
    asked?: Partial<Asked>,
  ) => void;
  /** @returns the function that ends the subscription */
  readonly subscribe: (onChange: () => void) => () => void;
}

/** Baskets that outlive a reload, in a tab's own `storage`. */
export function createBasketStore(storage: Storage): BasketStore {
  const baskets = new Map<string, Basket>();
  const listeners = new Set<() => void>();

  const get = (owner: string): Basket => {
    const known = baskets.get(owner) ?? read(storage, owner) ?? emptyBasket();
    baskets.set(owner, known);
    return known;
  };
  const put = (owner: string, basket: Basket) => {
    baskets.set(owner, basket);
    try {
      storage.setItem(keyOf(owner), JSON.stringify(basket));
    } catch {
      // Storage is full or off: the basket lasts until the page is closed.
    }
    for (const onChange of listeners) onChange();
  };

  return {
    get,
    add: (owner, more) => {
      const basket = get(owner);
      const values = mergeValues(basket.values, more);
      put(owner, { ...basket, id: newTransactionId(), values: values.slice(0, MAX_BASKET) });
      return Math.max(0, values.length - MAX_BASKET);
    },
    remove: (owner, gone) => {
      const basket = get(owner);
      const left = basket.values.filter((value) => !gone.includes(value));
      const rest = { ...basket, id: newTransactionId(), values: left };
      put(owner, left.length === 0 ? emptyBasket() : rest);
    },
    choose: (owner, step) => {
      const basket = get(owner);
      if (step === basket.step) return;
      put(owner, { ...emptyBasket(), values: basket.values, step });
    },
    answer: (owner, asked) => {
      const basket = get(owner);
      put(owner, { ...basket, asked: { ...basket.asked, ...asked } });
    },
    start: (owner, values, step, asked) => {
      const fresh = { ...emptyBasket(), values: values.slice(0, MAX_BASKET), step };
      put(owner, { ...fresh, asked: { ...NOTHING_ASKED, ...asked } });
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

const keyOf = (owner: string) => `basket ${owner}`;

function emptyBasket(): Basket {
  return { id: newTransactionId(), values: [], step: null, asked: NOTHING_ASKED };
}

/** Reads a stored basket; null when there is none or the stored text is not one. */
function read(storage: Storage, owner: string): Basket | null {
  try {
    return stored.parse(JSON.parse(storage.getItem(keyOf(owner)) ?? "null"));
  } catch {
    return null;
  }
}
