type Key = { readonly key: string; readonly shiftKey: boolean };

/** True for the keys that end a typed or scanned code in a code field: Enter or Tab. */
export function isEntryKey({ key, shiftKey }: Key): boolean {
  return key === "Enter" || (key === "Tab" && !shiftKey);
}
