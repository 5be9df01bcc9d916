import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { toast } from "sonner";
import { basketStore } from "@/hooks/data/useBasket";
import type { Asked } from "@/lib/basketStore";
import type { BasketStep } from "#domain/baskets/baskets";
import { countedSamples } from "#domain/custody/stepTexts";

/** Time for which the undo is offered, ms. */
const OFFER_MS = 10_000;

/**
 * Replaces the basket by these samples and this step, so that samples collected for something else
 * are not handed over with them. The earlier content can be added again.
 */
export function useFillBasket(owner: string) {
  const navigate = useNavigate();
  return useCallback(
    (values: readonly string[], step: BasketStep, asked?: Partial<Asked>) => {
      const { values: earlier } = basketStore.get(owner);
      basketStore.start(owner, values, step, asked);
      if (earlier.length > 0) {
        toast.info(`${countedSamples(earlier.length)} left the basket for these`, {
          duration: OFFER_MS,
          action: { label: "Add them again", onClick: () => void basketStore.add(owner, earlier) },
        });
      }
      void navigate({ to: "/private/basket" });
    },
    [owner, navigate],
  );
}
