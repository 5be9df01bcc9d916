import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { toast } from "sonner";
import type { RowKey } from "@/components/data-table/keys/useTableKeys";
import { refusalText } from "@/components/sample/refusalText";
import { possibleSteps, STEP_SCREENS } from "@/components/sample/steps";
import type { ListName } from "../../../../domain/lists";
import { refusal, type Actor, type HandOverStep } from "../../../../domain/workflow";
import type { Sample } from "./useSampleList";

type StepKey = { key: string; label: string; steps: readonly [HandOverStep, ...HandOverStep[]] };

/** Source: look.md, "Keyboard". Which of the steps `r` means, the sample's status says. */
const STEP_KEYS: readonly StepKey[] = [
  { key: "t", label: "Transfer", steps: ["transfer"] },
  {
    key: "r",
    label: "Receive",
    steps: ["acknowledgeTransfer", "acknowledgeReturn", "acknowledgeLost"],
  },
];

/** Keys that open the form of a step for the row under the cursor, or say why it is not possible now. */
export function useStepKeys(list: ListName, { email, role }: Actor): readonly RowKey<Sample>[] {
  const navigate = useNavigate();
  return useMemo(() => {
    if (list === "delete") return [];
    return STEP_KEYS.map(({ key, label, steps }) => ({
      key,
      label,
      run: (sample: Sample) => {
        const actor = { email, role };
        const step = possibleSteps(sample, actor).find((each) => steps.includes(each));
        if (step !== undefined) {
          return void navigate({ to: STEP_SCREENS[step].to, params: { id: sample._id } });
        }
        const code = refusal(steps[0], sample, actor) ?? "STEP_NOT_ALLOWED";
        toast.info(refusalText(code, label, sample));
      },
    }));
  }, [list, email, role, navigate]);
}
