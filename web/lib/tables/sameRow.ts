/** Compares rows by their fields in any order: texts, numbers, and lists of them. */
export function isSameRow(one: object, other: object): boolean {
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([field, value]) => isSameValue(value, (other as Record<string, unknown>)[field]))
  );
}

function isSameValue(one: unknown, other: unknown): boolean {
  return (
    one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other))
  );
}
