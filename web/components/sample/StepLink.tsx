import { Link } from "@tanstack/react-router";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { HandOverStep } from "../../../domain/workflow";
import { STEP_SCREENS } from "./steps";

type StepLinkProps = Pick<ButtonProps, "size" | "variant" | "className"> & {
  step: HandOverStep;
  sample: { _id: string; serialNumber: string };
};

/**
 * The button that leads to a step's form. Its accessible name includes the sample, for lists read
 * aloud.
 */
export function StepLink({ step, sample, ...button }: StepLinkProps) {
  const { to, button: label, icon: Icon } = STEP_SCREENS[step];
  return (
    <Button asChild {...button}>
      <Link to={to} params={{ id: sample._id }} aria-label={`${label} ${sample.serialNumber}`}>
        <Icon aria-hidden />
        {label}
      </Link>
    </Button>
  );
}
