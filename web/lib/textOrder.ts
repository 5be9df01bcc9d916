const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * Compares texts as people sort them: ignoring case and accents, `A9` before `A10`. 0 for texts
 * that differ only in those.
 */
export const compareTexts: (one: string, other: string) => number = collator.compare;

/**
 * Returns the rank of each distinct text in the order of `compareTexts`. Texts that compare as
 * equal have the same rank.
 */
export function rankTexts(texts: Iterable<string>): Map<string, number> {
  const ranks = new Map<string, number>();
  let rank = 0;
  let previous: string | undefined;
  for (const text of [...new Set(texts)].sort(compareTexts)) {
    if (previous !== undefined && compareTexts(previous, text) !== 0) rank++;
    ranks.set(text, rank);
    previous = text;
  }
  return ranks;
}
