import { useEffect, useState } from "react";

/** Time for which a success message is shown, ms: long enough to read. */
const NOTICE_MS = 3_000;

/** A message that disappears after a while, and a function that shows one. */
export function useNotice(): [notice: string | null, show: (text: string | null) => void] {
  const [notice, setNotice] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice?.text ?? null, (text) => setNotice(text === null ? null : { text })];
}
