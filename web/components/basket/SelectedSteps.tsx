import { ShoppingBasket } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { basketStore } from "@/hooks/useBasket";
import { basketValue, MAX_BASKET, type BasketSample } from "../../../domain/baskets";
import { refusalOf } from "../../../domain/errors";
import type { Actor, Custody } from "../../../domain/workflow";
import { countedSamples } from "../../../domain/stepTexts";
import { offeredSteps } from "./stepWords";
import { useFillBasket } from "./useFillBasket";

type SelectedStepsProps = {
  samples: readonly (Custody & BasketSample)[];
  actor: Actor;
  /** Called once the selected samples are in the basket. */
  onTaken: () => void;
};

/**
 * Offers the steps that are possible with the selected samples. A number says with how many, unless
 * it is all of them.
 */
export function SelectedSteps({ samples, actor, onTaken }: SelectedStepsProps) {
  const fill = useFillBasket(actor.email);
  const values = samples.map(basketValue);
  if (samples.length > MAX_BASKET) {
    return (
      <p className="text-xs text-muted-foreground">
        {refusalOf("BASKET_TOO_LARGE", { max: MAX_BASKET }).message}
      </p>
    );
  }
  const collect = () => {
    const leftOut = basketStore.add(actor.email, values);
    const room = leftOut > 0 ? `; no room for ${leftOut}` : "";
    const inBasket = basketStore.get(actor.email).values.length;
    toast.success(`${countedSamples(inBasket)} in the basket${room}`);
    onTaken();
  };
  return (
    <>
      {offeredSteps(samples, actor).map(({ step, label, icon: Icon, count }) => (
        <Button
          key={step}
          size="sm"
          variant="outline"
          onClick={() => {
            fill(values, step);
            onTaken();
          }}
        >
          <Icon aria-hidden />
          {label}
          {count < samples.length && (
            <span className="text-muted-foreground">
              {count}
              <span className="sr-only"> of {samples.length}</span>
            </span>
          )}
        </Button>
      ))}
      <Button size="sm" variant="outline" onClick={collect}>
        <ShoppingBasket aria-hidden />
        Add to basket
      </Button>
    </>
  );
}
