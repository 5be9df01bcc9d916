import { LIMITS } from "./limits";

/** Names that were checked before; a project has some hundreds. */
const known = new Set<string>();
const MAX_KNOWN = 4_096;

/** Returns whether a name is valid for a field of an object and not reserved. */
export function isFieldName(name: string): boolean {
  if (known.has(name)) return true;
  if (name.length > LIMITS.fieldNameLength || name.charCodeAt(0) === 36) return false; // "$"
  for (let i = 0; i < name.length; i++) {
    if (!isFieldNameUnit(name.charCodeAt(i))) return false;
  }
  if (known.size < MAX_KNOWN && name.length <= 64) known.add(name);
  return true;
}

/** Printable ASCII. */
export function isFieldNameUnit(unit: number): boolean {
  return unit >= 32 && unit < 127;
}
