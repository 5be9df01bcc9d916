import { useEffect, useState } from "react";

/**
 * Whether this device has lost its network, as the browser reports it: at once, while a socket notices
 * only after most of a minute. Events only: `navigator.onLine` is also false on a computer without any
 * network that serves itself.
 */
export function useCutOff(): boolean {
  const [isCutOff, setCutOff] = useState(false);
  useEffect(() => {
    const onOffline = () => setCutOff(true);
    const onOnline = () => setCutOff(false);
    window.addEventListener("offline", onOffline);
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("offline", onOffline);
      window.removeEventListener("online", onOnline);
    };
  }, []);
  return isCutOff;
}
