import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "convex/react";
import { useId, useState, type FormEvent } from "react";
import { useForm } from "react-hook-form";
import { Banner } from "@/components/Banner";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Field } from "@/components/forms/Field";
import { useShowRefusal } from "@/components/forms/useShowRefusal";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useSend } from "@/hooks/useWaiting";
import { newTransactionId } from "@/lib/transactionId";
import { stepWaitingId } from "@/lib/connection/waitingSteps";
import { api } from "../../../convex/_generated/api";
import { reasonInput } from "#domain/people/inputs";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import { refusal, WORKFLOW } from "#domain/custody/workflow";
import type { Actor, Custody, ReasonStep } from "#domain/custody/workflow";
import { PeopleInText } from "./PeopleInText";
import { refusalText, stepFailure } from "./refusalText";
import { SampleInWords } from "./SampleInWords";
import { useStepToast } from "./useStepToast";

export type ReversibleSample = Custody & {
  readonly _id: string;
  readonly brand: string;
  readonly model: string;
  readonly serialNumber: string;
};

export type ReversalDialogProps = {
  step: ReasonStep;
  /**
   * If the sample is live, the dialog refuses as soon as another person changes it; if it is a
   * snapshot from when the dialog was opened, as in a row's menu, the server refuses.
   */
  sample: ReversibleSample;
  actor: Actor;
  onClose: () => void;
  /** Called before the request is sent: later changes of the sample are due to this request. */
  onSending?: (() => void) | undefined;
  onRefused?: (() => void) | undefined;
  onDone?: (() => void) | undefined;
};

/**
 * Asks for the reason and takes the step: Decline for the person asked, Take back for the sender.
 */
export function ReversalDialog({ step, sample, actor, onClose, ...on }: ReversalDialogProps) {
  const { question, outcome, button } = STEP_TEXTS[step];
  const showDone = useStepToast();
  const takeStep = useMutation(api.custody[step]);
  const sendStep = useSend();
  const waitingId = stepWaitingId(step, sample._id);
  const [transactionId] = useState(newTransactionId); // one per dialog: two clicks, one step
  const [isSent, setIsSent] = useState(false);
  const mustExplain = WORKFLOW[step].reason === "required";
  const form = useForm({
    defaultValues: { reason: "" },
    resolver: zodResolver(reasonInput(mustExplain)),
  });
  const showRefusal = useShowRefusal(form);
  const { errors, isSubmitting } = form.formState;
  const formId = useId();

  const send = form.handleSubmit(async ({ reason }) => {
    const label = `${button} ${sample.serialNumber}`;
    const result = await sendStep({ id: waitingId, label }, () => {
      setIsSent(true);
      on.onSending?.();
      return takeStep({ sampleId: sample._id, transactionId, reason });
    });
    if (result === null) return;
    if (result.ok) {
      showDone({ step, sample, transactionId });
      onClose();
      return on.onDone?.();
    }
    setIsSent(false);
    on.onRefused?.();
    showRefusal(stepFailure(step, result), "reason");
  });
  const submit = (event: FormEvent) => {
    event.stopPropagation(); // the dialog may have been opened inside another form
    void send(event);
  };

  const refused = isSent ? null : refusal(step, sample, actor);
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      question={question}
      explanation={
        <>
          <SampleInWords sample={sample} />. {outcome}
        </>
      }
      error={errors.root?.message}
      // "Cancel" would read as the step: to take a transfer back is to cancel it.
      cancel="Close"
      waitingId={waitingId}
      confirm={
        refused === null && (
          <Button type="submit" form={formId} loading={isSubmitting}>
            {button}
          </Button>
        )
      }
    >
      {refused === null ? (
        <form id={formId} onSubmit={submit} noValidate>
          <Field label="Reason" optional={!mustExplain} error={errors.reason?.message}>
            {(control) => (
              <Input {...control} {...form.register("reason")} autoComplete="off" autoFocus />
            )}
          </Field>
        </form>
      ) : (
        <Banner tone="warning">
          <PeopleInText>{refusalText(refused, WORKFLOW[step].label, sample)}</PeopleInText>
        </Banner>
      )}
    </ConfirmDialog>
  );
}
