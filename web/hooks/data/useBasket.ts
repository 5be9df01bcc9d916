import { useSyncExternalStore } from "react";
import { createBasketStore, type Basket } from "@/lib/basketStore";

/** One store per tab. */
export const basketStore = createBasketStore(window.sessionStorage);

/** The basket that `owner` (an e-mail) has put together so far, live. */
export function useBasket(owner: string): Basket {
  return useSyncExternalStore(basketStore.subscribe, () => basketStore.get(owner));
}
