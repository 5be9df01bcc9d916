import { Link } from "@tanstack/react-router";
import { Button, type ButtonProps } from "@/components/ui/button";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import type { HandOverStep } from "#domain/custody/workflow";
import { STEP_ICONS, STEP_PATHS } from "./steps";

type StepLinkProps = Pick<ButtonProps, "size" | "variant" | "className"> & {
  step: HandOverStep;
  sample: { _id: string; serialNumber: string };
  /** Takes the place of the form it stands on: the way back leads past both. */
  isInstead?: boolean;
};

/**
 * The button that leads to a step's form. Its accessible name includes the sample, for lists read
 * aloud.
 */
export function StepLink({ step, sample, isInstead = false, ...button }: StepLinkProps) {
  const { button: label } = STEP_TEXTS[step];
  const Icon = STEP_ICONS[step];
  return (
    <Button asChild {...button}>
      <Link
        to={STEP_PATHS[step]}
        params={{ id: sample._id }}
        {...(isInstead ? { state: true, replace: true } : { state: OPENED_HERE })}
        aria-label={`${label} ${sample.serialNumber}`}
      >
        <Icon aria-hidden />
        {label}
      </Link>
    </Button>
  );
}
