import { useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import { api } from "../../convex/_generated/api";

export type Answer = FunctionReturnType<typeof api.baskets.resolve>[number];
export type FoundSample = Extract<Answer, { outcome: "found" }>["sample"];

/** Values per query. A change of one sample, or a scan, reruns only the query that contains it. */
const CHUNK = 25;

const NONE: ReadonlyMap<string, Answer> = new Map();

/**
 * Looks up the sample for each of `values`, live. A value without an answer is loading.
 *
 * @throws the server's refusal while rendering, for the route's error screen
 */
export function useResolved(values: readonly string[]): ReadonlyMap<string, Answer> {
  const queries = useMemo(() => {
    const chunks = Array.from({ length: Math.ceil(values.length / CHUNK) }, (_, index) =>
      values.slice(index * CHUNK, (index + 1) * CHUNK),
    );
    return Object.fromEntries(
      chunks.map((chunk, index) => [
        String(index),
        { query: api.baskets.resolve, args: { values: chunk } },
      ]),
    );
  }, [values]);
  const results: Record<
    string,
    FunctionReturnType<typeof api.baskets.resolve> | Error | undefined
  > = useQueries(queries);

  // A changed chunk is another query: its values keep their last answers until the new ones arrive.
  const [known, setKnown] = useState(NONE);
  const answers = Object.values(results).flatMap((result) => {
    if (result instanceof Error) throw result;
    return result ?? [];
  });
  const news = answers.filter((answer) => known.get(answer.value) !== answer);
  if (news.length > 0) {
    setKnown(new Map([...known, ...news.map((answer) => [answer.value, answer] as const)]));
  }
  return known;
}
