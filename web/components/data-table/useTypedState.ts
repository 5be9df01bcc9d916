import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { TableState } from "./tableState";

/**
 * Pause in typing after which the address hears of it, ms: browsers refuse an address that changes
 * with every key. Shorter than a pause that is felt, for rows that the server searches then.
 */
const PAUSE_MS = 160;

export type TypedState = {
  /** The state as the controls show it: what is typed is there at once. */
  readonly state: TableState;
  /** The state of the address, which follows. */
  readonly settled: TableState;
  readonly setState: (state: TableState) => void;
  /** The same for each key of a text: the address hears of the last one. */
  readonly typeState: (state: TableState) => void;
};

/**
 * A table's state that its address owns, ahead of it while somebody types or chooses. A change of
 * the address from elsewhere (Back, a scan) replaces what was typed.
 */
export function useTypedState([settled, save]: readonly [
  TableState,
  (state: TableState) => void,
]): TypedState {
  const settledKey = keyOf(settled);
  const [seenKey, setSeenKey] = useState(settledKey);
  // Null: the address says everything.
  const [ahead, setAhead] = useState<TableState | null>(null);
  // What was sent and has not come back yet: the address follows a moment after.
  const [sentKeys, setSentKeys] = useState<readonly string[]>([]);
  if (seenKey !== settledKey) {
    const sentAt = sentKeys.indexOf(settledKey);
    const isFromElsewhere = sentAt < 0;
    setSeenKey(settledKey);
    setSentKeys(isFromElsewhere ? [] : sentKeys.slice(sentAt + 1));
    if (isFromElsewhere || (ahead !== null && keyOf(ahead) === settledKey)) setAhead(null);
  }

  const send = (next: TableState) => {
    const key = keyOf(next);
    if (key === (sentKeys.at(-1) ?? settledKey)) return;
    setSentKeys([...sentKeys, key]);
    save(next);
  };
  const sendAhead = useEffectEvent(() => {
    if (ahead !== null) send(ahead);
  });
  useEffect(() => {
    if (ahead === null) return;
    const timer = setTimeout(() => sendAhead(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [ahead]);

  return {
    state: useMemo(() => ({ ...settled, ...ahead }), [settled, ahead]),
    settled,
    setState: (next) => {
      setAhead(stateOf(next));
      send(next);
    },
    typeState: (next) => setAhead(stateOf(next)),
  };
}

/** The parameters of a table alone: a screen may keep more in its address. */
function stateOf({ q, sort, filter, cols, hide }: TableState): TableState {
  return { q, sort, filter, cols, hide };
}

/** Says everything about a table's state. */
function keyOf({ q, sort, filter, cols, hide }: TableState): string {
  return JSON.stringify([q, sort, filter, cols, hide].map((param) => param || null));
}
