import type { FunctionReturnType } from "convex/server";
import { useEffect, useEffectEvent } from "react";
import { useFormContext } from "react-hook-form";
import type { api } from "../../../../convex/_generated/api";
import type { SampleInput } from "#domain/samples/fields";

export type KnownModel = FunctionReturnType<typeof api.lookups.modelsOfImei>[number];

/**
 * Fills brand, model and device type of a form from the one known model, where the form has none
 * of brand and model; what somebody typed stays. Returns what takes a model over in any case.
 */
export function useFillFromImei(known: readonly KnownModel[] | undefined) {
  const { getValues, setValue } = useFormContext<SampleInput>();
  const take = ({ brand, model, hwtype }: KnownModel) => {
    const filled = { shouldDirty: true, shouldValidate: true };
    setValue("brand", brand, filled);
    setValue("model", model, filled);
    if (hwtype !== undefined) setValue("hwtype", hwtype, filled);
  };
  const fillEmpty = useEffectEvent((models: readonly KnownModel[]) => {
    const [only, ...others] = models;
    const { brand, model } = getValues();
    if (only !== undefined && others.length === 0 && brand === "" && model === "") take(only);
  });
  // The answer comes when the server has it, long after the key that asked.
  useEffect(() => fillEmpty(known ?? []), [known]);
  return take;
}
