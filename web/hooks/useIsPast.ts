import { useEffect, useState } from "react";
import { serverNow, subscribeToServerClock } from "@/lib/serverClock";

/** True from `moment` on (epoch ms, server's clock); the component renders again at that time. */
export function useIsPast(moment: number): boolean {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: number | undefined;
    const wait = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setNow(serverNow()), Math.max(0, moment - serverNow()));
    };
    wait();
    const unsubscribe = subscribeToServerClock(() => {
      setNow(serverNow());
      wait();
    });
    return () => {
      window.clearTimeout(timer);
      unsubscribe();
    };
  }, [moment]);
  return moment <= now;
}
