import { clsx, type ClassValue } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; if two Tailwind classes set the same property, the later one wins. */
export function cn(...inputs: ClassValue[]): string {
  return twMerge(clsx(inputs));
}

/**
 * Tailwind classes that keep a filled shape visible in forced colours (Windows' contrast themes),
 * which remove every background that does not use a system colour.
 */
export const FORCED_FILL = "forced-color-adjust-none forced-colors:bg-[Highlight]";
