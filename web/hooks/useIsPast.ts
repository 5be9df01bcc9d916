import { useEffect, useState } from "react";

/** True from `moment` on, epoch ms; the component renders again when it comes. */
export function useIsPast(moment: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return moment <= now;
}
