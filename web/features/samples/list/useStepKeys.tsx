import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { toast } from "sonner";
import { useFillBasket } from "@/components/baskets/useFillBasket";
import type { LiveTable, RowKey } from "@/components/data-table/liveTable";
import { PeopleInText } from "@/components/sample/PeopleInText";
import { refusalText } from "@/components/sample/refusalText";
import { STEP_KEYS } from "@/components/sample/stepKeys";
import { possibleSteps, STEP_PATHS } from "@/components/sample/steps";
import { isReceipt, useReceive, type ReceiptStep } from "@/components/sample/useReceive";
import { useSameActor } from "@/hooks/data/useViewer";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { newTransactionId } from "@/lib/transactionId";
import type { SampleRow as Sample } from "#domain/samples/compactRows";
import { basketValue, isBasketStep, MAX_BASKET } from "#domain/baskets/baskets";
import { refusalOf } from "#domain/common/errors";
import type { ListName } from "#domain/samples/lists";
import { awaitsAnswerOf, refusal, type Actor, type HandOverStep } from "#domain/custody/workflow";

/**
 * Keys for the row under the cursor: `r` receives in place a sample that waits for the viewer; the
 * key of any other step opens its form; for a step that is not possible now, a message explains
 * why. With rows selected, the keys open the basket with those rows.
 */
export function useStepKeys(list: ListName, viewer: Actor): readonly RowKey<Sample>[] {
  const actor = useSameActor(viewer);
  const navigate = useNavigate();
  const fill = useFillBasket(actor.email);
  const receive = useReceiveOnce();
  return useMemo(() => {
    if (list === "delete") return [];
    const openBasket = async (
      label: string,
      steps: readonly HandOverStep[],
      { selection, store }: LiveTable<Sample>,
    ) => {
      const ids = [...(selection?.ids ?? [])];
      if (ids.length > MAX_BASKET) {
        return void toast.info(refusalOf("BASKET_TOO_LARGE", { max: MAX_BASKET }).message);
      }
      const { rows: selected } = await store.ask({ kind: "rowsOf", ids });
      const step = steps.find((each) => isBasketStep(each) && offers(each, selected, actor));
      if (step === undefined) {
        return void toast.info(`${label} is not possible with any selected sample`);
      }
      fill(selected.map(basketValue), step);
      selection?.clear();
    };
    return STEP_KEYS.map(({ key, label, help, opening, steps }) => ({
      key,
      label: help,
      announce: (sample: Sample, { selection }: LiveTable<Sample>) => {
        if (selection !== null && selection.ids.size > 0) return "Opening the basket…";
        return receiptIn(steps, sample, actor) === null ? opening : "Receiving…";
      },
      run: (sample: Sample, table: LiveTable<Sample>) => {
        if (table.selection !== null && table.selection.ids.size > 0) {
          return void openBasket(label, steps, table);
        }
        const receipt = receiptIn(steps, sample, actor);
        if (receipt !== null) return receive(receipt, sample);
        const step = possibleSteps(sample, actor).find((each) => steps.includes(each));
        if (step !== undefined) {
          return void navigate({
            to: STEP_PATHS[step],
            params: { id: sample._id },
            state: OPENED_HERE,
          });
        }
        const code = refusal(steps[0], sample, actor) ?? "STEP_NOT_ALLOWED";
        toast.info(<PeopleInText>{refusalText(code, label, sample)}</PeopleInText>);
      },
    }));
  }, [list, actor, navigate, fill, receive]);
}

/** Returns a function that receives a sample in place; pressing the key twice receives it once. */
function useReceiveOnce(): (step: ReceiptStep, sample: Sample) => void {
  const receive = useReceive();
  const [underWay] = useState(() => new Set<string>());
  return useCallback(
    (step, sample) => {
      const { _id: sampleId } = sample;
      if (underWay.has(sampleId)) return;
      underWay.add(sampleId);
      void receive(step, sample, newTransactionId()).finally(() => underWay.delete(sampleId));
    },
    [receive, underWay],
  );
}

/** The acknowledgement that `actor` may give without a form; null if there is none. */
function receiptIn(
  steps: readonly HandOverStep[],
  sample: Sample,
  actor: Actor,
): ReceiptStep | null {
  const step = possibleSteps(sample, actor).find((each) => steps.includes(each));
  const isAwaited = awaitsAnswerOf(actor, sample);
  return step !== undefined && isAwaited && isReceipt(step) ? step : null;
}

function offers(step: HandOverStep, samples: readonly Sample[], actor: Actor): boolean {
  return samples.some((sample) => refusal(step, sample, actor) === null);
}
