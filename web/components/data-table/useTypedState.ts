import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { TableState } from "./tableState";

/**
 * Pause in typing after which the URL is updated, ms: browsers throttle URLs that change on every
 * keystroke. Short enough not to be noticed when the server then searches.
 */
const PAUSE_MS = 160;

export type TypedState = {
  /** The state as the controls show it, immediately updated while typing. */
  readonly state: TableState;
  /** The state in the URL, which follows after a pause. */
  readonly settled: TableState;
  readonly setState: (state: TableState) => void;
  /** Like `setState`, for each keystroke: the URL is updated after a pause. */
  readonly typeState: (state: TableState) => void;
  /** Discards what is not in the URL yet. Call it before something else sets the URL. */
  readonly discardTyped: () => void;
};

/**
 * A table's state, which is stored in the URL and runs ahead of it while the reader types. A change
 * of the URL from elsewhere (Back, a view) replaces the typed state. Scanning the code that is
 * already in the URL does not change it, so the scan discards the typed state explicitly.
 */
export function useTypedState([settled, save]: readonly [
  TableState,
  (state: TableState) => void,
]): TypedState {
  const settledKey = keyOf(settled);
  const [seenKey, setSeenKey] = useState(settledKey);
  // Null: the URL is up to date.
  const [ahead, setAhead] = useState<TableState | null>(null);
  // States sent to the URL that have not been observed there yet.
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
    discardTyped: () => {
      setAhead(null);
      setSentKeys([]);
    },
  };
}

/** The table's parameters only: a screen may have others in its URL. */
function stateOf({ q, sort, filter, cols, hide }: TableState): TableState {
  return { q, sort, filter, cols, hide };
}

/** A key that identifies a table's state. */
function keyOf({ q, sort, filter, cols, hide }: TableState): string {
  return JSON.stringify([q, sort, filter, cols, hide].map((param) => param || null));
}
