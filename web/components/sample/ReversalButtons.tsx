import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import type { ReasonStep } from "#domain/custody/workflow";
import { ReversalDialog, type ReversalDialogProps } from "./ReversalDialog";
import { STEP_ICONS } from "./steps";

type ReversalButtonsProps = Omit<ReversalDialogProps, "step" | "onClose"> &
  Pick<ButtonProps, "size" | "variant" | "className"> & {
    /** The reversals to offer, from `possibleReversals` or `ownReversals`. */
    steps: readonly ReasonStep[];
  };

/**
 * The buttons "Decline" and "Take back", each with its dialog, which stays open if its button is
 * removed.
 */
export function ReversalButtons({
  steps,
  size,
  variant = "outline",
  className,
  ...dialog
}: ReversalButtonsProps) {
  const [open, setOpen] = useState<ReasonStep | null>(null);
  return (
    <>
      {steps.map((step) => {
        const { button } = STEP_TEXTS[step];
        const Icon = STEP_ICONS[step];
        return (
          <Button
            key={step}
            size={size}
            variant={variant}
            className={className}
            aria-label={`${button} ${dialog.sample.serialNumber}`}
            onClick={() => setOpen(step)}
          >
            <Icon aria-hidden />
            {button}
          </Button>
        );
      })}
      {open !== null && (
        <ReversalDialog key={open} {...dialog} step={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
