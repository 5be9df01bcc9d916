import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { isImei } from "#domain/identifiers/imei";
import { useDebouncedValue } from "@/hooks/useDebouncedValue";

/** Pause in typing before the server is queried, ms. */
const CHECK_AFTER_MS = 250;

export type Identifiers = { imei1: string; imei2: string; serialNumber: string };

export type TakenIdentifier = {
  message: string;
  /** The sample that has the identifier; null if the viewer may not see it. */
  sampleId: Id<"samples"> | null;
};

/**
 * Finds the typed identifiers that other samples have, live: the answer changes when another person
 * registers one. An IMEI is looked up once it is complete.
 *
 * @param exceptSampleId the sample being edited
 */
export function useDuplicates(
  { imei1, imei2, serialNumber }: Identifiers,
  exceptSampleId: string | undefined,
): Partial<Record<keyof Identifiers, TakenIdentifier>> {
  const settled = useDebouncedValue(
    JSON.stringify([imei1, imei2, serialNumber.trim()]),
    CHECK_AFTER_MS,
  );
  const [first, second, serial] = JSON.parse(settled) as [string, string, string];
  const wanted = {
    ...(isImei(first) && { imei1: first }),
    ...(isImei(second) && { imei2: second }),
    ...(serial !== "" && { serialNumber: serial }),
  };
  const taken = useQuery(
    api.identifiers.check,
    Object.keys(wanted).length === 0
      ? "skip"
      : { ...wanted, ...(exceptSampleId !== undefined && { exceptSampleId }) },
  );
  const current = { imei1, imei2, serialNumber: serialNumber.trim() };
  const asked = { imei1: first, imei2: second, serialNumber: serial };
  return Object.fromEntries(
    (taken ?? [])
      // Drops answers about values that were since changed.
      .filter(({ field }) => current[field] === asked[field])
      // The form itself reports two equal IMEIs.
      .filter(({ field }) => field !== "imei2" || first !== second)
      .map(({ field, message, sampleId }) => [field, { message, sampleId }]),
  );
}
