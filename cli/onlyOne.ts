import { CliError } from "./errors";

/**
 * Returns the only item in `found`, the matches for a name that the user gave.
 *
 * @param none message if there is no item
 * @param several message for two or more items
 * @throws CliError unless there is exactly one
 */
export function onlyOne<Item>(
  found: readonly Item[],
  none: string,
  several: (count: number) => string,
): Item {
  const [item] = found;
  if (item === undefined) throw new CliError(none);
  if (found.length > 1) throw new CliError(several(found.length));
  return item;
}
