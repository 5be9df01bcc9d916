import { Ellipsis, ShoppingBasket, type LucideIcon } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { basketStore } from "@/hooks/data/useBasket";
import { useMediaQuery } from "@/hooks/useMediaQuery";
import {
  basketValue,
  MAX_BASKET,
  type BasketSample,
  type BasketStep,
} from "#domain/baskets/baskets";
import { refusalOf } from "#domain/common/errors";
import { countedSamples } from "#domain/custody/stepTexts";
import type { Actor, Custody } from "#domain/custody/workflow";
import { offeredSteps } from "./stepWords";
import { useFillBasket } from "./useFillBasket";

/** An action on the selected samples. `count`: the number of samples it applies to. */
type Action = { label: string; icon: LucideIcon; count?: number; run: () => void };

type SelectedStepsProps = {
  /** The selected samples; null if there are more than a basket may hold. */
  samples: readonly (Custody & BasketSample)[] | null;
  actor: Actor;
  /** Called after the selected samples were put into the basket. */
  onTaken: () => void;
  /** The steps that make sense on the screen; undefined: all possible ones. */
  only?: readonly BasketStep[] | undefined;
  /** More actions of the screen on the selected samples, shown after the steps. */
  others?: readonly Action[];
};

/** Number of buttons that fit side by side; the others are in a menu. */
const BUTTONS_ON_LAPTOP = 4;
const BUTTONS_ON_PHONE = 1;

/**
 * Buttons for the steps that are possible with the selected samples, in one line. A button shows
 * the number of samples it applies to unless it is all of them.
 */
export function SelectedSteps(props: SelectedStepsProps) {
  const { samples, actor, onTaken, only, others = [] } = props;
  const fill = useFillBasket(actor.email);
  const count = samples?.length ?? 0;
  const isWide = useMediaQuery("(min-width: 1024px)");
  const refuse = () => void toast.error(refusalOf("BASKET_TOO_LARGE", { max: MAX_BASKET }).message);
  const collect = () => {
    if (samples === null) return refuse();
    const leftOut = basketStore.add(actor.email, samples.map(basketValue));
    const room = leftOut > 0 ? `; no room for ${leftOut}` : "";
    const inBasket = basketStore.get(actor.email).values.length;
    toast.success(`${countedSamples(inBasket)} in the basket${room}`);
    onTaken();
  };
  const offered = offeredSteps(samples ?? [], actor, only).filter(
    ({ step }) => only?.includes(step) ?? true,
  );
  const steps = offered.map(({ step, label, icon, count: possible }): Action => ({
    label,
    icon,
    ...(possible < count ? { count: possible } : {}),
    run: () => {
      if (count > MAX_BASKET) return refuse();
      fill((samples ?? []).map(basketValue), step);
      onTaken();
    },
  }));
  const basket: Action = { label: "Add to basket", icon: ShoppingBasket, run: collect };
  const shown = isWide ? BUTTONS_ON_LAPTOP : BUTTONS_ON_PHONE;
  const first = Math.max(1, shown - 1);
  const actions = [...steps.slice(0, first), basket, ...steps.slice(first), ...others];
  const inMenu = actions.slice(shown);
  return (
    <>
      {actions.slice(0, shown).map(({ label, icon: Icon, count: possible, run }) => (
        <Button key={label} size="sm" variant="outline" onClick={run}>
          <Icon aria-hidden />
          {label}
          <Possible possible={possible} of={count} />
        </Button>
      ))}
      {inMenu.length > 0 && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon-sm" variant="outline" aria-label="More for the selected samples">
              <Ellipsis aria-hidden />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {inMenu.map(({ label, icon: Icon, count: possible, run }) => (
              <DropdownMenuItem key={label} onSelect={run}>
                <Icon aria-hidden />
                {label}
                <Possible possible={possible} of={count} />
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </>
  );
}

function Possible({ possible, of }: { possible: number | undefined; of: number }) {
  if (possible === undefined) return null;
  return (
    <span className="text-muted-foreground">
      {possible}
      <span className="sr-only"> of {of}</span>
    </span>
  );
}
