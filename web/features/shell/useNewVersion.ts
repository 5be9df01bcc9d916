import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useIsConnected } from "@/hooks/useIsConnected";
import { lookForNewVersion, pageWorkers } from "@/lib/connection/serviceWorker";
import { MESSAGES } from "#domain/common/messages";

/** Delay before the service worker is fetched, ms, so that the opened screen loads first. */
const PAUSE_MS = 3000;
/** Interval between update checks of a page that stays connected, ms. */
const EACH_MS = 30 * 60_000;

/**
 * Caches the app's files in this browser, and offers to reload when the server has a newer version.
 * An upgrade restarts the server, so each new connection triggers a check; a separate host for the
 * files is not restarted, so an open page also checks periodically.
 */
export function useNewVersion(): void {
  const isConnected = useIsConnected();
  const [isPaused, setIsPaused] = useState(true);
  const lastLook = useRef(Promise.resolve());
  useEffect(() => {
    const timer = setTimeout(() => setIsPaused(false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isConnected || isPaused) return;
    const look = () => {
      lastLook.current = lastLook.current.then(() => lookForNewVersion(pageWorkers(), offerReload));
    };
    look();
    const timer = setInterval(look, EACH_MS);
    return () => clearInterval(timer);
  }, [isConnected, isPaused]);
}

function offerReload(): void {
  toast.info(MESSAGES.newVersion, {
    id: "new-version",
    duration: Infinity,
    action: { label: MESSAGES.reload, onClick: () => window.location.reload() },
  });
}
