import { useEffect, useEffectEvent, useState } from "react";

/** Between the last key stroke and the search, ms: shorter than a pause in typing is felt. */
const SETTLE_MS = 160;

/**
 * A text that the address owns while somebody types it: what is typed shows at once, the address
 * hears it when typing pauses, and a change from elsewhere (Back, a cleared chip) replaces what is
 * in the box.
 *
 * @param value the address's text
 * @param onChange called with what was typed, once it has settled
 */
export function useTypedText(value: string, onChange: (text: string) => void) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // What was sent and has not come back yet: the address follows a moment after.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (seen !== value) {
    setSeen(value);
    if (sent.includes(value)) setSent(sent.slice(sent.indexOf(value) + 1));
    else setText(value);
  }

  const send = (next: string) => {
    if (next === (sent.at(-1) ?? value)) return;
    setSent([...sent, next]);
    onChange(next);
  };
  const sendSettled = useEffectEvent(send);
  useEffect(() => {
    const timer = setTimeout(() => sendSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    text,
    /** For each key stroke. */
    change: setText,
    /** Without waiting: Enter, leaving the field, or its cross. */
    settle: (next: string) => {
      setText(next);
      send(next);
    },
  };
}
