import { ShoppingBasket } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { basketStore } from "@/hooks/useBasket";
import { MAX_BASKET } from "../../../domain/baskets";
import { refusalOf } from "../../../domain/errors";
import type { Actor, Custody } from "../../../domain/workflow";
import { countedSamples, offeredSteps } from "./stepWords";
import { useFillBasket } from "./useFillBasket";

type SelectedStepsProps = {
  samples: readonly (Custody & { readonly _id: string })[];
  actor: Actor;
  /** They are in the basket now. */
  onTaken: () => void;
};

/** What can be done with the selected samples in one go; a number says with how many, where not with all. */
export function SelectedSteps({ samples, actor, onTaken }: SelectedStepsProps) {
  const fill = useFillBasket(actor.email);
  const sampleIds = samples.map(({ _id }) => _id);
  if (samples.length > MAX_BASKET) {
    return (
      <p className="text-xs text-muted-foreground">
        {refusalOf("BASKET_TOO_LARGE", { max: MAX_BASKET }).message}
      </p>
    );
  }
  const collect = () => {
    const leftOut = basketStore.add(actor.email, sampleIds);
    const room = leftOut > 0 ? `; no room for ${leftOut}` : "";
    const { values } = basketStore.get(actor.email);
    toast.success(`${countedSamples(values.length)} in the basket${room}`);
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
            fill(sampleIds, step);
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
