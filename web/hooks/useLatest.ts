import { useState } from "react";

/** Latest answer of a query. While the arguments change, the previous answer stays. */
export function useLatest<Answer>(answer: Answer | undefined): Answer | undefined {
  const [latest, setLatest] = useState(answer);
  if (answer !== undefined && answer !== latest) setLatest(answer);
  return answer ?? latest;
}
