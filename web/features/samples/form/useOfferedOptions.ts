import { useQuery } from "convex/react";
import { useWatch, type Control } from "react-hook-form";
import { api } from "../../../../convex/_generated/api";
import type { SampleInput } from "#domain/samples/fields";
import type { PickListKind } from "#domain/samples/pickLists";

type Options = Record<PickListKind, string[]>;

/** The values that fields suggest. For the model, those registered with the brand come first. */
export function useOfferedOptions(
  options: Options | undefined,
  control: Control<SampleInput>,
): Options | undefined {
  const brand = useWatch({ control, name: "brand" }).trim();
  const isKnown = options?.brandModel.includes(brand) ?? false;
  const ofBrand = useQuery(api.lookups.modelsOfBrand, isKnown ? { brand } : "skip");
  if (options === undefined || ofBrand === undefined) return options;
  return { ...options, deviceModal: [...new Set([...ofBrand, ...options.deviceModal])] };
}
