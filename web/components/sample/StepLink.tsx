import { Link } from "@tanstack/react-router";
import { Button, type ButtonProps } from "@/components/ui/button";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import type { HandOverStep } from "#domain/custody/workflow";
import { STEP_ICONS, STEP_PATHS } from "./steps";

type StepLinkProps = Pick<ButtonProps, "size" | "variant" | "className"> & {
  step: HandOverStep;
  sample: { _id: string; serialNumber: string };
  /** Replaces the current form's history entry, so that Back skips both forms. */
  isInstead?: boolean;
};

/**
 * Button that links to a step's form. Its accessible name includes the sample, so that buttons in a
 * list can be told apart by ear.
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
