import { zodResolver } from "@hookform/resolvers/zod";
import { omit } from "convex-helpers";
import { useController, useForm } from "react-hook-form";
import { stepNote } from "@/components/baskets/stepWords";
import { EmailPicker } from "@/components/forms/EmailPicker";
import { Field } from "@/components/forms/Field";
import { FormCard } from "@/components/forms/FormCard";
import { DetailFields } from "@/components/sample/DetailFields";
import { PersonName } from "@/components/sample/Person";
import { useShowRefusal } from "@/components/forms/useShowRefusal";
import { Input } from "@/components/ui/input";
import type { BasketStep } from "#domain/baskets/baskets";
import { detailsOf, reasonInput, requestInput } from "#domain/people/inputs";
import { countedSamples, STEP_TEXTS } from "#domain/custody/stepTexts";
import {
  isRequest,
  takesReason,
  WORKFLOW,
  type AcknowledgeStep,
  type RequestStep,
  type ReasonStep,
} from "#domain/custody/workflow";
import { EditForm } from "./EditForm";
import { recipientsOf, submitOf, useKept, useStart, type FormProps } from "./basketForm";

/**
 * Form for the recipient or reason that the step needs, with a description of the effect; starts
 * the basket.
 */
export function HandOverForm({ step, ...props }: FormProps<BasketStep>) {
  if (step === "edit") return <EditForm {...props} />;
  if (isRequest(step)) return <AskForm step={step} {...props} />;
  if (takesReason(step)) return <ReversalForm step={step} {...props} />;
  return <ReceiptForm step={step} {...props} />;
}

function AskForm({ step, ...props }: FormProps<RequestStep>) {
  const start = useStart(step, props);
  const form = useForm({
    defaultValues: omit(props.asked, ["reason", "edit"]),
    resolver: zodResolver(requestInput(step)),
  });
  const showRefusal = useShowRefusal(form);
  useKept(form.subscribe, props.onAsked);
  const controller = useController({ control: form.control, name: "recipient" });
  const recipient = controller.field.value;
  const send = form.handleSubmit(async (stated) => {
    const asked = { chosen: stated.recipient, details: detailsOf(step, stated) };
    const refused = await start(asked);
    if (refused !== null) showRefusal(refused, "recipient");
  });
  return (
    <FormCard form={form} onSubmit={send} {...submitOf(step, props)}>
      <EmailPicker
        controller={controller}
        label={STEP_TEXTS[step].recipientLabel}
        help={stepNote(step)}
        {...recipientsOf(step, props.samples)}
        autoFocus={props.focus === "field"}
      />
      <DetailFields control={form.control} step={step} />
      {recipient !== "" && (
        <p role="status" className="text-sm [overflow-wrap:anywhere]">
          {countedSamples(props.samples.length)} →{" "}
          <strong>
            <PersonName email={recipient} />
          </strong>
        </p>
      )}
    </FormCard>
  );
}

function ReversalForm({ step, ...props }: FormProps<ReasonStep>) {
  const mustExplain = WORKFLOW[step].reason === "required";
  const start = useStart(step, props);
  const form = useForm({
    defaultValues: { reason: props.asked.reason },
    resolver: zodResolver(reasonInput(mustExplain)),
  });
  const showRefusal = useShowRefusal(form);
  useKept(form.subscribe, props.onAsked);
  const send = form.handleSubmit(async ({ reason }) => {
    const refused = await start({ reason });
    if (refused !== null) showRefusal(refused, "reason");
  });
  return (
    <FormCard form={form} onSubmit={send} {...submitOf(step, props)}>
      <Field
        label="Reason"
        help={stepNote(step)}
        optional={!mustExplain}
        error={form.formState.errors.reason?.message}
      >
        {(control) => <Input {...control} {...form.register("reason")} autoComplete="off" />}
      </Field>
    </FormCard>
  );
}

function ReceiptForm({ step, ...props }: FormProps<AcknowledgeStep>) {
  const start = useStart(step, props);
  const form = useForm();
  const showRefusal = useShowRefusal(form);
  const send = form.handleSubmit(async () => {
    const refused = await start({});
    if (refused !== null) showRefusal(refused, "root");
  });
  return (
    <FormCard form={form} onSubmit={send} {...submitOf(step, props)}>
      <p className="text-sm text-muted-foreground">{stepNote(step)}</p>
    </FormCard>
  );
}
