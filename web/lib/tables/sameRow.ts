/** Compares rows whose fields are texts and numbers; their order does not matter. */
export function isSameRow(one: object, other: object): boolean {
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([field, value]) => (other as Record<string, unknown>)[field] === value)
  );
}
