import { Ellipsis, ShoppingBasket, type LucideIcon } from "lucide-react";
import { useId } from "react";
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
import { STEP_ICONS } from "@/components/sample/steps";
import { countedSamples, STEP_TEXTS } from "#domain/custody/stepTexts";
import type { Actor, Custody } from "#domain/custody/workflow";
import { offeredSteps } from "./stepWords";
import { useFillBasket } from "./useFillBasket";

/**
 * An action on the selected samples. `count`: the number of samples it applies to. `isDisabled`:
 * shown, but not possible with so many samples.
 */
type Action = {
  label: string;
  icon: LucideIcon;
  count?: number;
  isDisabled?: boolean;
  run: () => void;
};

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

/** The steps shown, disabled, for more samples than are fetched to find the possible ones. */
const COMMON_STEPS = ["transfer", "returnToCustomer", "requestLost"] as const;

/**
 * Buttons for the steps that are possible with the selected samples, in one line. A button shows
 * the number of samples it applies to unless it is all of them. For more samples than a basket
 * holds, the buttons are disabled, and the reason is next to them.
 */
export function SelectedSteps(props: SelectedStepsProps) {
  const { samples, actor, onTaken, only, others = [] } = props;
  const fill = useFillBasket(actor.email);
  const count = samples?.length ?? 0;
  const isWide = useMediaQuery("(min-width: 1024px)");
  const isTooMany = samples === null || samples.length > MAX_BASKET;
  const reasonId = useId();
  const collect = () => {
    const leftOut = basketStore.add(actor.email, (samples ?? []).map(basketValue));
    const room = leftOut > 0 ? `; no room for ${leftOut}` : "";
    const inBasket = basketStore.get(actor.email).values.length;
    toast.success(`${countedSamples(inBasket)} in the basket${room}`);
    onTaken();
  };
  const steps = samples === null ? disabledSteps() : possibleActions(samples);
  const basket: Action = {
    label: "Add to basket",
    icon: ShoppingBasket,
    isDisabled: isTooMany,
    run: collect,
  };
  function possibleActions(chosen: readonly (Custody & BasketSample)[]): Action[] {
    return offeredSteps(chosen, actor, only)
      .filter(({ step }) => only?.includes(step) ?? true)
      .map(({ step, label, icon, count: possible }) => ({
        label,
        icon,
        ...(possible < count ? { count: possible } : {}),
        isDisabled: isTooMany,
        run: () => {
          fill(chosen.map(basketValue), step);
          onTaken();
        },
      }));
  }
  const shown = isWide ? BUTTONS_ON_LAPTOP : BUTTONS_ON_PHONE;
  const first = Math.max(1, shown - 1);
  const actions = [...steps.slice(0, first), basket, ...steps.slice(first), ...others];
  const inMenu = actions.slice(shown);
  return (
    <>
      {isTooMany && (
        <p id={reasonId} role="status" className="text-xs text-muted-foreground">
          {refusalOf("BASKET_TOO_LARGE", { max: MAX_BASKET }).message}
        </p>
      )}
      {actions.slice(0, shown).map(({ label, icon: Icon, count: possible, isDisabled, run }) => (
        <Button
          key={label}
          size="sm"
          variant="outline"
          disabled={isDisabled}
          aria-describedby={isDisabled ? reasonId : undefined}
          onClick={run}
        >
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
            {inMenu.map(({ label, icon: Icon, count: possible, isDisabled = false, run }) => (
              <DropdownMenuItem key={label} disabled={isDisabled} onSelect={run}>
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

function disabledSteps(): Action[] {
  return COMMON_STEPS.map((step) => ({
    label: STEP_TEXTS[step].button,
    icon: STEP_ICONS[step],
    isDisabled: true,
    run: () => undefined,
  }));
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
