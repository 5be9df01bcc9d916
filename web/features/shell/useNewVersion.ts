import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { pageWorkers, watchVersion } from "@/lib/serviceWorker";
import { MESSAGES } from "../../../domain/messages";

/** Time before the worker is fetched, ms: until then the opened screen has the connection. */
const PAUSE_MS = 3000;

/**
 * Keeps the app's files in this browser, and offers to reload when the server has a newer version.
 * A server is started anew for it, so each new connection is a reason to look.
 */
export function useNewVersion(): void {
  const { isWebSocketConnected } = useConvexConnectionState();
  const [watch, setWatch] = useState<ReturnType<typeof watchVersion> | null>(null);
  useEffect(() => {
    const workers = pageWorkers();
    if (workers === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const paused = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PAUSE_MS);
    });
    // Opening a page has the browser itself look for a newer worker, which may come in the pause.
    const started = watchVersion(workers, offerReload, paused);
    void paused.then(() => setWatch(started));
    return () => {
      clearTimeout(timer);
      started.stop();
    };
  }, []);
  useEffect(() => {
    if (isWebSocketConnected) watch?.look();
  }, [isWebSocketConnected, watch]);
}

function offerReload(): void {
  toast.info(MESSAGES.newVersion, {
    id: "new-version",
    duration: Infinity,
    action: { label: MESSAGES.reload, onClick: () => window.location.reload() },
  });
}
