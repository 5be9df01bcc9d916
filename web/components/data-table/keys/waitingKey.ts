import { createContext, useContext } from "react";

/** A pressed shortcut that acts shortly unless another key follows. */
export type WaitingKey = {
  /** The row that it acts on; null: the filter button. */
  readonly rowId: string | null;
  /** What it is about to do: "Receiving…". */
  readonly words: string;
};

export const WaitingKeyContext = createContext<WaitingKey | null>(null);

/**
 * The text of the shortcut about to act on a row (null: on the filter button); undefined if there
 * is none.
 */
export function useWaitingKey(rowId: string | null): string | undefined {
  const waiting = useContext(WaitingKeyContext);
  return waiting?.rowId === rowId ? waiting.words : undefined;
}
