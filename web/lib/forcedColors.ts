/**
 * Tailwind classes that keep a filled shape visible where the system forces its colours (Windows'
 * contrast themes): there, backgrounds are gone unless they are the system's own.
 */
export const FORCED_FILL = "forced-color-adjust-none forced-colors:bg-[Highlight]";
