import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useIsConnected } from "@/hooks/useIsConnected";
import { lookForNewVersion, pageWorkers } from "@/lib/connection/serviceWorker";
import { MESSAGES } from "#domain/common/messages";

/** Time before the worker is fetched, ms: until then the opened screen has the connection. */
const PAUSE_MS = 3000;
/** Time between two looks of a page that stays connected, ms. */
const EACH_MS = 30 * 60_000;

/**
 * Keeps the app's files in this browser, and offers to reload when the server has a newer version.
 * A server is started anew for it, so each new connection is a reason to look; a host of its own
 * for the files is not, so an open page looks from time to time too.
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
