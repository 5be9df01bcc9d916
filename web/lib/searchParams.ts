/** Reads one search parameter; undefined if it is absent or invalid. */
type ParamReader<Value> = (value: unknown) => Value | undefined;

/** Reads a text. The router parses `?q=123` as a number, which is converted back to "123". */
export const text =
  (maxLength = Infinity): ParamReader<string> =>
  (value) => {
    const read = typeof value === "number" ? String(value) : value;
    return typeof read === "string" && read.length <= maxLength ? read : undefined;
  };

/** Reads a text that matches `pattern`. */
export const matching =
  (pattern: RegExp): ParamReader<string> =>
  (value) => {
    const read = text()(value);
    return read !== undefined && pattern.test(read) ? read : undefined;
  };

/** Reads one of `choices`. */
export const oneOf =
  <const Choice extends string>(choices: readonly Choice[]): ParamReader<Choice> =>
  (value) =>
    choices.find((choice) => choice === value);

/** Type of a route's search: the value of each parameter that is valid. */
export type SearchOf<Readers extends Record<string, ParamReader<unknown>>> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>;
};

/**
 * Makes a route's `validateSearch`: keeps the parameters that `readers` can read and drops all
 * others, so that a mangled link still opens.
 *
 * All routes are in the app's initial download, also for the landing page. Zod would more than
 * double their size (by 26 kB compressed).
 */
export function searchParams<Readers extends Record<string, ParamReader<unknown>>>(
  readers: Readers,
): (search: Record<string, unknown>) => SearchOf<Readers> {
  return (search) =>
    Object.fromEntries(
      Object.entries(readers).flatMap(([name, read]) => {
        const value = read(search[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as SearchOf<Readers>;
}
