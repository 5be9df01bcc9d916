/** Shared parts of the forms for a basket's steps. */
import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useEffect } from "react";
import type { FieldValues, UseFormSubscribe } from "react-hook-form";
import { startLabel } from "@/components/baskets/stepWords";
import { useSend } from "@/hooks/useWaiting";
import type { FoundSample } from "@/hooks/useResolved";
import type { Asked } from "@/lib/basketStore";
import { api } from "../../../convex/_generated/api";
import type { PeopleSearchOptions } from "@/hooks/data/usePeopleSearch";
import type { BasketStep } from "#domain/baskets/baskets";
import type { RequestStep } from "#domain/custody/workflow";
import { listForStep } from "#domain/samples/lists";

/** Props of the form of one step. */
export type FormProps<S extends BasketStep> = {
  step: S;
  /** Id of the job on the server: if it is sent twice, it runs once. */
  basketId: string;
  /** The samples on which the step is possible. */
  samples: readonly FoundSample[];
  /** The answers entered before a reload. */
  asked: Asked;
  /** Called with each change; must be a stable function. */
  onAsked: (asked: Partial<Asked>) => void;
  /** What takes the focus when the form appears: its first field, or its button. */
  focus: "field" | "button" | null;
  /** Called before the request is sent: later changes of the samples are caused by this basket. */
  onSending: () => void;
  onRefused: () => void;
  onStarted: () => void;
};

/** The arguments that a step's form collects. */
type StartAnswers = Pick<
  FunctionArgs<typeof api.baskets.start>,
  "chosen" | "reason" | "details" | "edit"
>;

/** Calls `keep` on every change of the form's values. */
export function useKept<Values extends FieldValues & Partial<Asked>>(
  subscribe: UseFormSubscribe<Values>,
  keep: (asked: Partial<Asked>) => void,
) {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe, keep],
  );
}

/**
 * Returns a function that starts the basket and returns the server's refusal, or null; null also if
 * it waited for the network and was withdrawn.
 */
export function useStart(
  step: BasketStep,
  { basketId, samples, ...on }: Omit<FormProps<BasketStep>, "step">,
) {
  const start = useMutation(api.baskets.start);
  const send = useSend();
  return async (asked: StartAnswers) => {
    const label = startLabel(step, samples.length);
    const sampleIds = samples.map(({ _id }) => _id);
    const outcome = await send({ id: basketId, label }, () => {
      on.onSending();
      return start({ basketId, step, sampleIds, ...asked });
    });
    if (outcome === null) return null;
    if (outcome.ok) {
      on.onStarted();
      return null;
    }
    on.onRefused();
    return outcome;
  };
}

/** The people whom a step can ask about the samples. */
export function recipientsOf(
  step: RequestStep,
  samples: readonly FoundSample[],
): PeopleSearchOptions {
  const holders = new Set(samples.map(({ samplmanag }) => samplmanag));
  const [holder = ""] = holders;
  // A common holder of all samples cannot be the recipient.
  return { purpose: listForStep(step), holder: holders.size === 1 ? holder : "" };
}

/** The button that starts the basket: its label, and disabled without samples. */
export function submitOf(step: BasketStep, props: Omit<FormProps<BasketStep>, "step">) {
  const { samples, basketId, focus } = props;
  return {
    submitLabel: startLabel(step, samples.length),
    submitDisabled: samples.length === 0,
    submitAutoFocus: focus === "button",
    waitingId: basketId,
  };
}
