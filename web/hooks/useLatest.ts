import { useState } from "react";

/** The latest answer of a query, which stays while that to other arguments is on its way. */
export function useLatest<Answer>(answer: Answer | undefined): Answer | undefined {
  const [latest, setLatest] = useState(answer);
  if (answer !== undefined && answer !== latest) setLatest(answer);
  return answer ?? latest;
}
