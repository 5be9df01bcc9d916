/** Formats a count for a mark: `999`, `1.2k`, `34k`. */
export function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  const thousands = Math.floor(count / 100) / 10;
  return `${thousands < 10 ? thousands : Math.floor(thousands)}k`;
}
