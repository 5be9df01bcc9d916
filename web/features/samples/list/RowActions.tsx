import { Trash2 } from "lucide-react";
import { useState } from "react";
import { PersonName } from "@/components/sample/Person";
import { ReversalButtons } from "@/components/sample/ReversalButtons";
import { ownReversals } from "@/components/sample/reversals";
import { ReceiveButton } from "@/components/sample/ReceiveButton";
import { StepLink } from "@/components/sample/StepLink";
import { possibleSteps } from "@/components/sample/steps";
import { isReceipt } from "@/components/sample/useReceive";
import { listForStep, type ListName } from "#domain/samples/lists";
import {
  awaitsAnswerOf,
  deleteRefusal,
  isAcknowledge,
  WORKFLOW,
  type Actor,
} from "#domain/custody/workflow";
import type { SampleRow as Sample } from "#domain/samples/compactRows";
import { Button, type ButtonProps } from "@/components/ui/button";
import { DeleteDialog } from "./DeleteDialog";

type RowActionsProps = {
  list: ListName;
  sample: Sample;
  actor: Actor;
  className?: string | undefined;
};

/**
 * Buttons for one sample of `list`: the list's steps, taking one back, or deletion, each only if
 * `actor` may take it.
 */
export function RowActions({ list, sample, actor, className }: RowActionsProps) {
  if (list === "delete") {
    return deleteRefusal(sample, actor) === null ? (
      <DeleteSample sample={sample} variant="ghost" className={className} />
    ) : (
      <WhyNotDeleted sample={sample} />
    );
  }
  if (list === "open" || list === "report") {
    return <NextStep sample={sample} actor={actor} className={className} />;
  }
  // Only if the actor is asked in person, not merely entitled as an admin.
  const isAwaited = awaitsAnswerOf(actor, sample);
  const steps = possibleSteps(sample, actor).filter((step) => listForStep(step) === list);
  // The person who is asked declines on the form, which has a field for the reason.
  const mine = ownReversals(sample, actor).filter(
    (step) => WORKFLOW[step].actorField === "samplmanag" && listForStep(step) === list,
  );
  return (
    <>
      {steps.map((step) =>
        isAwaited && isReceipt(step) ? (
          <ReceiveButton key={step} step={step} sample={sample} size="sm" className={className} />
        ) : (
          <StepLink
            key={step}
            step={step}
            sample={sample}
            size="sm"
            variant={isAwaited ? "default" : "ghost"}
            className={className}
          />
        ),
      )}
      <ReversalButtons
        steps={mine}
        sample={sample}
        actor={actor}
        size="sm"
        variant="ghost"
        className={className}
      />
    </>
  );
}

/**
 * The single button in a row of a list for all steps: the answer that `actor` is asked for, else
 * transferring the sample, else taking back their request, else an answer that they may give for
 * others. Receiving happens in place.
 */
function NextStep({ sample, actor, className }: Omit<RowActionsProps, "list">) {
  const steps = possibleSteps(sample, actor);
  const answer = steps.find(isAcknowledge);
  const isAwaited = awaitsAnswerOf(actor, sample);
  const own = ownReversals(sample, actor).filter(
    (step) => WORKFLOW[step].actorField === "samplmanag",
  );
  if (own.length > 0 && !isAwaited) {
    return (
      <ReversalButtons
        steps={own}
        sample={sample}
        actor={actor}
        className={className}
        size="sm"
        variant="ghost"
      />
    );
  }
  const step = answer ?? steps[0];
  if (step === undefined) return null;
  const button = { sample, size: "sm", className } as const;
  if (isAwaited && isReceipt(step)) return <ReceiveButton step={step} {...button} />;
  return <StepLink step={step} {...button} variant={isAwaited ? "default" : "ghost"} />;
}

/** Names the only person who can delete the sample, or says why no one can (`deleteRefusal`). */
function WhyNotDeleted({ sample: { registeredby, samplmanag } }: { sample: Sample }) {
  return (
    <span className="min-w-0 truncate text-xs text-muted-foreground">
      {registeredby === samplmanag ? (
        <>
          Only <PersonName email={registeredby} /> can delete it
        </>
      ) : (
        "Handed over, cannot be deleted"
      )}
    </span>
  );
}

type DeleteSampleProps = Pick<ButtonProps, "size" | "variant"> & {
  sample: Sample;
  className?: string | undefined;
  /** Called even if the deleted sample's row has already removed the button. */
  onDeleted?: () => void;
};

/** The button that deletes a sample after a confirmation. */
function DeleteSample({
  sample,
  size = "sm",
  variant = "outline",
  className,
  onDeleted,
}: DeleteSampleProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <DeleteDialog
      sample={sample}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      onDeleted={onDeleted}
      trigger={
        <Button
          size={size}
          variant={variant}
          aria-label={`Delete ${sample.serialNumber}`}
          className={className}
        >
          <Trash2 aria-hidden className="text-destructive" />
          Delete
        </Button>
      }
    />
  );
}
