/** Formats a count for people: "12", "14,243". */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
