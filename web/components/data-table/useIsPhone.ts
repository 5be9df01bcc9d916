import { useMediaQuery } from "@/hooks/useMediaQuery";

/** Below Tailwind's `md` breakpoint: too narrow for a table. */
export const useIsPhone = () => useMediaQuery("(max-width: 767px)");
