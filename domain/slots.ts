/** The value of `slots` without a second IMEI. Spreadsheets also write "Single SIM". */
const SINGLE = /^single( sim)?$/i;
const DUAL = /^dual( sim)?$/i;

/** Single-slot devices have no IMEI 2: the field is cleared and disabled. Source: doc 2 §5. */
export function hasImei2(slots: string): boolean {
  return !SINGLE.test(slots.trim());
}

/** Required only for dual; triple and quad devices may name a second one. Source: doc 2 §5. */
export function requiresImei2(slots: string): boolean {
  return DUAL.test(slots.trim());
}
