import { useCallback, useEffect, useRef } from "react";

/**
 * Returns the function that answers whether the component is still on screen: what was sent late,
 * when the connection came back, calls nobody away from another screen.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
