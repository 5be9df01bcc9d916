import { isImei, isLuhnValid } from "./imei";
import { hasImei2 } from "./slots";

/** The identifiers of a device, as its form holds them. */
type Identifiers = {
  readonly serialNumber: string;
  readonly imei1: string;
  readonly imei2: string;
  readonly slots: string;
};

/** The field that a scanned code belongs in, and the value it takes. */
export type ScannedIdentifier = {
  readonly field: "serialNumber" | "imei1" | "imei2";
  readonly value: string;
};

/**
 * Tells which field of a device's form a scanned code belongs in. 15 digits with a right check
 * digit are an IMEI, for the first slot that has none; anything else is the serial number. An IMEI
 * that stands in the first slot goes there again; where both slots are filled, the second is
 * replaced.
 */
export function identifyScan(text: string, form: Identifiers): ScannedIdentifier {
  const digits = text.replace(/[\s-]/g, "");
  if (!isImei(digits) || !isLuhnValid(digits)) {
    return { field: "serialNumber", value: text.trim() };
  }
  const isFirst = form.imei1 === "" || form.imei1 === digits || !hasImei2(form.slots);
  return { field: isFirst ? "imei1" : "imei2", value: digits };
}
