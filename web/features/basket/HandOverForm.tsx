import { zodResolver } from "@hookform/resolvers/zod";
import { omit } from "convex-helpers";
import { useMutation } from "convex/react";
import { useEffect } from "react";
import { useController, useForm, type FieldValues, type UseFormSubscribe } from "react-hook-form";
import { startLabel, stepNote } from "@/components/basket/stepWords";
import { EmailPicker } from "@/components/EmailPicker";
import { Field } from "@/components/Field";
import { FormCard } from "@/components/FormCard";
import { DetailFields } from "@/components/sample/DetailFields";
import { PersonName } from "@/components/sample/Person";
import { Input } from "@/components/ui/input";
import { attempt } from "@/lib/attempt";
import type { Asked } from "@/lib/basketStore";
import { showRefusal } from "@/lib/showRefusal";
import { api } from "../../../convex/_generated/api";
import { detailsOf, reasonInput, requestInput } from "../../../domain/inputs";
import { listForStep } from "../../../domain/lists";
import type { RequestDetails } from "../../../domain/requestDetails";
import { countedSamples, STEP_TEXTS } from "../../../domain/stepTexts";
import {
  isRequest,
  takesReason,
  WORKFLOW,
  type AcknowledgeStep,
  type RequestStep,
  type ReasonStep,
  type Step,
} from "../../../domain/workflow";
import type { FoundSample } from "@/hooks/useResolved";

type FormProps<S extends Step> = {
  step: S;
  /** Names the job on the server: sent twice, it runs once. */
  basketId: string;
  /** The samples that the step is possible with. */
  samples: readonly FoundSample[];
  /** The answers given before a reload. */
  asked: Asked;
  /** Called with each change; must be the same function at every render. */
  onAsked: (asked: Partial<Asked>) => void;
  /** Set when the person goes on typing in this form. */
  autoFocus: boolean;
  /** Called before the request is sent: from then on the samples' changes are this person's own. */
  onSending: () => void;
  onRefused: () => void;
  onStarted: () => void;
};

/**
 * Asks for the recipient or reason that the step needs, says what will happen, and starts the
 * basket.
 */
export function HandOverForm({ step, ...props }: FormProps<Step>) {
  if (isRequest(step)) return <AskForm step={step} {...props} />;
  if (takesReason(step)) return <ReversalForm step={step} {...props} />;
  return <ReceiptForm step={step} {...props} />;
}

function AskForm({ step, ...props }: FormProps<RequestStep>) {
  const start = useStart(step, props);
  const form = useForm({
    defaultValues: omit(props.asked, ["reason"]),
    resolver: zodResolver(requestInput(step)),
  });
  useKept(form.subscribe, props.onAsked);
  const controller = useController({ control: form.control, name: "recipient" });
  const recipient = controller.field.value;
  const send = form.handleSubmit(async (stated) => {
    const asked = { chosen: stated.recipient, details: detailsOf(step, stated) };
    const refused = await start(asked);
    if (refused !== null) showRefusal(form, refused, "recipient");
  });
  return (
    <FormCard form={form} onSubmit={send} {...submitOf(step, props)}>
      <EmailPicker
        controller={controller}
        label={STEP_TEXTS[step].recipientLabel}
        help={stepNote(step)}
        purpose={listForStep(step)}
        holder={soleHolder(props.samples)}
        autoFocus={props.autoFocus}
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
  useKept(form.subscribe, props.onAsked);
  const send = form.handleSubmit(async ({ reason }) => {
    const refused = await start({ reason });
    if (refused !== null) showRefusal(form, refused, "reason");
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
  const send = form.handleSubmit(async () => {
    const refused = await start({});
    if (refused !== null) form.setError("root", refused);
  });
  return (
    <FormCard form={form} onSubmit={send} {...submitOf(step, props)}>
      <p className="text-sm text-muted-foreground">{stepNote(step)}</p>
    </FormCard>
  );
}

/** Calls `keep` with every change of the form's values. */
function useKept<Values extends FieldValues & Partial<Asked>>(
  subscribe: UseFormSubscribe<Values>,
  keep: (asked: Partial<Asked>) => void,
) {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe, keep],
  );
}

/** Returns the function that starts the basket; it answers why the server refused, or null. */
function useStart(step: Step, { basketId, samples, ...on }: Omit<FormProps<Step>, "step">) {
  const start = useMutation(api.baskets.start);
  return async (asked: { chosen?: string; reason?: string; details?: RequestDetails }) => {
    on.onSending();
    const sampleIds = samples.map(({ _id }) => _id);
    const outcome = await attempt(start({ basketId, step, sampleIds, ...asked }));
    if (outcome.ok) {
      on.onStarted();
      return null;
    }
    on.onRefused();
    return outcome;
  };
}

function submitOf(step: Step, { samples }: Pick<FormProps<Step>, "samples">) {
  return { submitLabel: startLabel(step, samples.length), submitDisabled: samples.length === 0 };
}

/**
 * The holder, when all samples have the same one: no recipient needs to be the person who has them.
 */
function soleHolder(samples: readonly FoundSample[]): string {
  const holders = new Set(samples.map(({ samplmanag }) => samplmanag));
  const [holder = ""] = holders;
  return holders.size === 1 ? holder : "";
}
