import type { FunctionReturnType } from "convex/server";
import { useEffect, useEffectEvent, useRef } from "react";
import { useFormContext } from "react-hook-form";
import type { api } from "../../../../convex/_generated/api";
import { MODEL_FIELDS, type SampleInput } from "#domain/samples/fields";
import { hasImei2 } from "#domain/identifiers/slots";

export type KnownModel = FunctionReturnType<typeof api.lookups.modelsOfImei>[number];

const FILLED_FIELDS = ["brand", "model", ...MODEL_FIELDS] as const;

type FillOptions = {
  /** Undefined while the IMEI is incomplete or the answer is loading. */
  known: readonly KnownModel[] | undefined;
  /** Called before the form shows the new values. */
  onFilled: () => void;
  /** Called if no sample was registered with the IMEI's TAC. */
  onUnknown: () => void;
};

/**
 * Fills in the device if exactly one model is known for its IMEI. Typed values stay; values filled
 * in for an earlier IMEI are replaced. Returns a function that applies a given model in any case.
 */
export function useFillFromImei({ known, ...handlers }: FillOptions) {
  const { getValues, setValue, formState } = useFormContext<SampleInput>();
  const { isSubmitted } = formState;
  const filled = useRef<KnownModel | null>(null);

  const take = (model: KnownModel) => {
    const { imei2 } = getValues();
    for (const field of FILLED_FIELDS) {
      const current = getValues(field);
      const isOwn = current !== "" && current !== filled.current?.[field];
      const isNamed = field === "brand" || field === "model";
      if (isOwn && !isNamed && model[field] === undefined) continue;
      const value = model[field] ?? "";
      // A typed IMEI 2 is more reliable than the SIM slots of an earlier sample.
      if (field === "slots" && !hasImei2(value) && imei2 !== "") continue;
      setValue(field, value, { shouldDirty: true, shouldValidate: isSubmitted });
    }
    filled.current = model;
    handlers.onFilled();
  };
  const answer = useEffectEvent((models: readonly KnownModel[]) => {
    const [only, ...others] = models;
    if (only === undefined) return handlers.onUnknown();
    const { brand, model } = getValues();
    const isFilledIn = brand === filled.current?.brand && model === filled.current.model;
    const isFree = (brand === "" && model === "") || isFilledIn;
    if (others.length === 0 && isFree) take(only);
  });
  // The answer arrives asynchronously, after the key that completed the IMEI.
  useEffect(() => {
    if (known !== undefined) answer(known);
  }, [known]);
  return take;
}
