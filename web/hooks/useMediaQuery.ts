import { useCallback, useSyncExternalStore } from "react";

/** True while the window matches a media query. */
export function useMediaQuery(media: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = window.matchMedia(media);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(media).matches);
}

/** Below Tailwind's `md` breakpoint: too narrow for a table. */
export const useIsPhone = () => useMediaQuery("(max-width: 767px)");

/**
 * True on a device with a mouse or a touchpad. On other devices a field must not be focused
 * automatically, because the on-screen keyboard would cover the content.
 */
export function hasFinePointer(): boolean {
  return window.matchMedia("(pointer: fine)").matches;
}
