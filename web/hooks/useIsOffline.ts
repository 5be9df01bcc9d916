import { useEffect, useState } from "react";

/**
 * True while the browser reports that this device lost its network. The report is immediate; a
 * socket takes most of a minute to notice. It follows events only: `navigator.onLine` is also false
 * on a computer without any network that serves itself.
 */
export function useIsOffline(): boolean {
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    const onOffline = () => setOffline(true);
    const onOnline = () => setOffline(false);
    window.addEventListener("offline", onOffline);
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("offline", onOffline);
      window.removeEventListener("online", onOnline);
    };
  }, []);
  return isOffline;
}
