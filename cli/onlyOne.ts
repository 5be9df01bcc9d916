import { CliError } from "./errors";

/**
 * Returns the one item of `found`, which a person has named.
 *
 * @param none said when there is no item
 * @param several said when there are as many as `count`, two or more
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
