import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { ReversalButtons } from "@/components/sample/ReversalButtons";
import { ownReversals } from "@/components/sample/reversals";
import { Button } from "@/components/ui/button";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { ReceiveButton } from "@/components/sample/ReceiveButton";
import { StepLink } from "@/components/sample/StepLink";
import { possibleSteps } from "@/components/sample/steps";
import { isReceipt } from "@/components/sample/useReceive";
import { listForStep, type ListName } from "#domain/samples/lists";
import {
  awaitsAnswerOf,
  deleteRefusal,
  editRefusal,
  isAcknowledge,
  WORKFLOW,
  type Actor,
} from "#domain/custody/workflow";
import { DeleteSample } from "./DeleteSample";
import type { SampleRow as Sample } from "#domain/samples/compactRows";

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
    ) : null;
  }
  if (list === "open") return <OpenActions sample={sample} actor={actor} className={className} />;
  if (list === "report") return <NextStep sample={sample} actor={actor} className={className} />;
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
 * Button in a row of open samples: Receive if the sample waits for `actor`, else Edit if `actor`
 * may edit it, else none.
 */
function OpenActions({ sample, actor, className }: Omit<RowActionsProps, "list">) {
  const step = possibleSteps(sample, actor).find(isAcknowledge);
  if (step !== undefined && awaitsAnswerOf(actor, sample)) {
    const button = { sample, size: "sm", className } as const;
    return isReceipt(step) ? (
      <ReceiveButton step={step} {...button} />
    ) : (
      <StepLink step={step} {...button} />
    );
  }
  if (editRefusal(sample, actor) !== null) return null;
  return (
    <Button asChild size="sm" variant="ghost" className={className}>
      <Link
        to="/private/editsample/$id"
        params={{ id: sample._id }}
        state={OPENED_HERE}
        aria-label={`Edit ${sample.serialNumber}`}
      >
        <Pencil aria-hidden />
        Edit
      </Link>
    </Button>
  );
}

/**
 * The single button in a row of the report: the answer that `actor` is asked for, else transferring
 * the sample, else taking back their request, else an answer that they may give for others.
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
  return (
    <StepLink
      step={step}
      sample={sample}
      className={className}
      size="sm"
      variant={isAwaited ? "default" : "ghost"}
    />
  );
}
