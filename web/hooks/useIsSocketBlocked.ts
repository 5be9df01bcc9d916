import { useConvex } from "convex/react";
import { useEffect, useState } from "react";

/** Interval of the probes, ms. A client that lost its socket reconnects within 16 s. */
const ASK_EVERY_MS = 6_000;
/** Consecutive answers after which the socket should be open as well. */
const ANSWERS = 3;

/**
 * True once the server has answered three ordinary requests while the component was mounted. Used
 * while the WebSocket is missing: then a proxy or a firewall lets pages through but blocks the
 * socket.
 */
export function useIsSocketBlocked(): boolean {
  const { url } = useConvex();
  const [answers, setAnswers] = useState(0);
  useEffect(() => {
    if (answers >= ANSWERS) return;
    const asking = new AbortController();
    const ask = async () => {
      // Cross-origin responses are opaque, but arrive only if the server can be reached.
      const request = { cache: "no-store", mode: "no-cors", signal: asking.signal } as const;
      const isAnswered = await fetch(`${url}/version`, request)
        .then((answer) => answer.type === "opaque" || answer.ok)
        .catch(() => false);
      if (!asking.signal.aborted) setAnswers(isAnswered ? answers + 1 : 0);
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      asking.abort();
    };
  }, [answers, url]);
  return answers >= ANSWERS;
}
