import { offeredSteps } from "@/components/baskets/stepWords";
import { cn } from "@/lib/utils";
import type { BasketStep } from "#domain/baskets/baskets";
import type { Actor, Custody } from "#domain/custody/workflow";

type StepChoiceProps = {
  samples: readonly Custody[];
  actor: Actor;
  step: BasketStep | null;
  onChoose: (step: BasketStep) => void;
};

/** The steps possible on some sample in the basket, each with its number of samples. */
export function StepChoice({ samples, actor, step, onChoose }: StepChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">What to do</legend>
      <div className="flex flex-wrap gap-2">
        {offeredSteps(samples, actor, step ? [step] : []).map(
          ({ step: offered, label, icon: Icon, count }) => (
            <label
              key={offered}
              className={cn(
                "relative inline-flex h-10 cursor-pointer items-center gap-2 rounded-md border bg-card px-3 text-sm shadow-sm hover:bg-accent has-[:focus-visible]:ring-2 has-[:focus-visible]:ring-ring sm:h-9 [&_svg]:size-4",
                offered === step && "border-primary bg-primary/10 font-medium hover:bg-primary/10",
              )}
            >
              <input
                type="radio"
                name="step"
                checked={offered === step}
                onChange={() => onChoose(offered)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Icon aria-hidden />
              {label}
              <span className="text-xs font-normal tabular-nums text-muted-foreground">
                {count}
              </span>
            </label>
          ),
        )}
      </div>
    </fieldset>
  );
}
