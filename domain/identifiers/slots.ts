/** Values of `slots` without a second IMEI. Spreadsheets also contain "Single SIM". */
const SINGLE = /^single( sim)?$/i;
const DUAL = /^dual( sim)?$/i;

/** A device with one slot has no IMEI 2: forms clear and disable the field. */
export function hasImei2(slots: string): boolean {
  return !SINGLE.test(slots.trim());
}

/** Dual devices must have an IMEI 2; triple and quad devices may. */
export function requiresImei2(slots: string): boolean {
  return DUAL.test(slots.trim());
}
