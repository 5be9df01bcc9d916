import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { basketStore } from "@/hooks/data/useBasket";
import type { Asked } from "@/lib/basketStore";
import type { BasketStep } from "#domain/baskets/baskets";

/**
 * Replaces the basket by these samples and this step, so that samples collected for something else
 * are not handed over with them, and opens it. The basket offers to add the earlier ones again.
 */
export function useFillBasket(owner: string) {
  const navigate = useNavigate();
  return useCallback(
    (values: readonly string[], step: BasketStep, asked?: Partial<Asked>) => {
      basketStore.start(owner, values, step, asked, basketStore.get(owner).values);
      void navigate({ to: "/private/basket" });
    },
    [owner, navigate],
  );
}
