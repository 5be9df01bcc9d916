import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useEffect } from "react";
import type { FieldValues, UseFormSubscribe } from "react-hook-form";
import { startLabel } from "@/components/baskets/stepWords";
import { useSend } from "@/hooks/useWaiting";
import type { FoundSample } from "@/hooks/useResolved";
import type { Asked } from "@/lib/basketStore";
import { api } from "../../../convex/_generated/api";
import type { BasketStep } from "#domain/baskets/baskets";

/** Parts that the forms of a basket's steps share. */

/** Props of the form of one step. */
export type FormProps<S extends BasketStep> = {
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

/** The answers that a step asks for. */
type StartAnswers = Pick<
  FunctionArgs<typeof api.baskets.start>,
  "chosen" | "reason" | "details" | "edit"
>;

/** Calls `keep` with every change of the form's values. */
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
 * Returns the function that starts the basket; it answers why the server refused, or null, also
 * when it waited for the network and was withdrawn.
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

/** The button that starts the basket: its words, and that it needs samples. */
export function submitOf(step: BasketStep, props: Omit<FormProps<BasketStep>, "step">) {
  const { samples, basketId } = props;
  return {
    submitLabel: startLabel(step, samples.length),
    submitDisabled: samples.length === 0,
    waitingId: basketId,
  };
}
