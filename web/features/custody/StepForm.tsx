import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { useController, useForm } from "react-hook-form";
import { EmailPicker } from "@/components/forms/EmailPicker";
import { FormCard } from "@/components/forms/FormCard";
import { OnBehalfOf } from "@/components/inbox/OnBehalfOf";
import { Person } from "@/components/sample/Person";
import { DetailFields } from "@/components/sample/DetailFields";
import { stepFailure } from "@/components/sample/refusalText";
import { ReversalButtons } from "@/components/sample/ReversalButtons";
import type { ReversibleSample } from "@/components/sample/ReversalDialog";
import { possibleReversals } from "@/components/sample/reversals";
import { useStepToast } from "@/components/sample/useStepToast";
import { UnsavedGuard } from "@/components/forms/UnsavedGuard";
import { useShowRefusal } from "@/components/forms/useShowRefusal";
import { useSend } from "@/hooks/useWaiting";
import { hasFinePointer } from "@/hooks/useMediaQuery";
import { newTransactionId } from "@/lib/transactionId";
import { stepWaitingId } from "@/lib/connection/waitingSteps";
import { api } from "../../../convex/_generated/api";
import { detailsOf, EMPTY_REQUEST, requestInput } from "#domain/people/inputs";
import { listForStep } from "#domain/samples/lists";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import {
  absenteeOfStep,
  isAcknowledge,
  isRequest,
  WORKFLOW,
  type Actor,
  type HandOverStep,
} from "#domain/custody/workflow";

type StepFormProps = {
  step: HandOverStep;
  sample: ReversibleSample;
  actor: Actor;
  onSending: () => void;
  onRefused: () => void;
  onDone: () => void;
};

/**
 * The form of a step: it picks the recipient or approver, or acknowledges the receipt. The person
 * asked may also decline here.
 */
export function StepForm({ step, sample, actor, ...on }: StepFormProps) {
  const { submit, outcome: note } = STEP_TEXTS[step];
  const showDone = useStepToast();
  const takeStep = useMutation(api.custody[step]);
  const sendStep = useSend();
  const waitingId = stepWaitingId(step, sample._id);
  const [transactionId] = useState(newTransactionId); // one per form: two clicks, one step
  const [isDone, setIsDone] = useState(false);
  const managerId = useId();
  const form = useForm({
    defaultValues: EMPTY_REQUEST,
    ...(isRequest(step) && { resolver: zodResolver(requestInput(step)) }),
  });
  const showRefusal = useShowRefusal(form);

  // Picking a recipient again takes a second; written text must not be lost.
  const { recipient: _picked, ...written } = form.formState.dirtyFields;
  const isWritten = Object.keys(written).length > 0;

  const recipient = useController({ control: form.control, name: "recipient" });

  const send = form.handleSubmit(async (stated) => {
    const label = `${STEP_TEXTS[step].button} ${sample.serialNumber}`;
    const outcome = await sendStep({ id: waitingId, label }, () => {
      on.onSending();
      return takeStep({
        sampleId: sample._id,
        transactionId,
        ...(isRequest(step) && { recipient: stated.recipient, ...detailsOf(step, stated) }),
      });
    });
    if (outcome === null) return;
    if (outcome.ok) {
      setIsDone(true);
      showDone({ step, sample, transactionId, recipient: stated.recipient });
      return on.onDone();
    }
    on.onRefused();
    showRefusal(stepFailure(step, outcome), "recipient");
  });

  const absent = absenteeOfStep(step, sample, actor);
  const declines = possibleReversals(sample, actor).filter(
    (other) => WORKFLOW[other].actorField === WORKFLOW[step].actorField,
  );
  return (
    <FormCard
      form={form}
      onSubmit={send}
      waitingId={waitingId}
      submitLabel={submit}
      submitDisabled={isDone}
      // On a phone it would scroll the title out of sight, and Enter is not at hand.
      submitAutoFocus={isAcknowledge(step) && hasFinePointer()}
      secondaryAction={
        isAcknowledge(step) &&
        !isDone && (
          <ReversalButtons
            steps={declines}
            sample={sample}
            actor={actor}
            {...on}
            onDone={() => {
              setIsDone(true);
              on.onDone();
            }}
          />
        )
      }
    >
      {isRequest(step) ? (
        <>
          <UnsavedGuard isDirty={isWritten && !isDone} />
          <EmailPicker
            controller={recipient}
            label={STEP_TEXTS[step].recipientLabel}
            help={note}
            purpose={listForStep(step)}
            holder={sample.samplmanag}
          />
          <DetailFields control={form.control} step={step} />
        </>
      ) : (
        <>
          {absent !== undefined && (
            <p className="text-sm font-medium">
              <OnBehalfOf email={absent} />
            </p>
          )}
          <p className="text-sm">{note}</p>
          <div className="flex flex-col gap-1 text-sm">
            <span id={managerId} className="text-xs text-muted-foreground">
              Sample Manager
            </span>
            <output aria-labelledby={managerId}>
              <Person email={actor.email} withAddress />
            </output>
          </div>
        </>
      )}
    </FormCard>
  );
}
