/** Reads one parameter of an address; undefined: it is absent or mangled. */
type ParamReader<Value> = (value: unknown) => Value | undefined;

/** Reads a text. The router makes a number of `?q=123`, which is the text "123" again. */
export const text =
  (maxLength = Infinity): ParamReader<string> =>
  (value) => {
    const read = typeof value === "number" ? String(value) : value;
    return typeof read === "string" && read.length <= maxLength ? read : undefined;
  };

/** Reads a text that `pattern` matches. */
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

/** The state that an address holds: each parameter's value, if it has a good one. */
export type SearchOf<Readers extends Record<string, ParamReader<unknown>>> = {
  [Name in keyof Readers]?: ReturnType<Readers[Name]>;
};

/**
 * Makes a route's `validateSearch`: of an address it keeps the parameters of `readers` that can be
 * read, and drops all others, so that a mangled link still opens.
 *
 * All routes are in the app's first file, which the landing page loads as well. Zod would more than
 * double what they weigh there (by 26 kB compressed).
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
