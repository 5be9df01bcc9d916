/** The overlay between a dialog or sheet and the page behind it. */
export const overlayClasses = "fixed inset-0 z-50 bg-black/50 animate-in fade-in-0";
