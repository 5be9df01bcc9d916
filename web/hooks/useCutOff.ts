import { useEffect, useState } from "react";

/**
 * True while the browser reports that this device lost its network. The report is immediate; a
 * socket takes most of a minute to notice. It follows events only: `navigator.onLine` is also false
 * on a computer without any network that serves itself.
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
