import { createContext, useContext } from "react";

/** A key that was pressed, and acts in a moment unless another one follows. */
export type WaitingKey = {
  /** The row that it acts on; null: the filter's button. */
  readonly rowId: string | null;
  /** Says what it is about to do, as in "Receiving…". */
  readonly words: string;
};

export const WaitingKeyContext = createContext<WaitingKey | null>(null);

/** The words of the key that waits to act on a row, or for null on the filter; else undefined. */
export function useWaitingKey(rowId: string | null): string | undefined {
  const waiting = useContext(WaitingKeyContext);
  return waiting?.rowId === rowId ? waiting.words : undefined;
}
