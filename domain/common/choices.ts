/**
 * Finds the choice that a person typed, ignoring case and with "-" or "_" in place of spaces, so
 * that `in-use` finds "In Use" without quotes in a shell.
 */
export function findChoice<Choice extends string>(
  choices: readonly Choice[],
  text: string,
): Choice | undefined {
  const wanted = unpunctuated(text);
  return choices.find((choice) => unpunctuated(choice) === wanted);
}

const unpunctuated = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
