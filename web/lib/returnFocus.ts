/**
 * Gives the focus back when a sheet closes: to `opener`, or when that is gone, to the row under the
 * cursor or the screen.
 */
export function returnFocus(opener: Element | null): void {
  // A form that the sheet led to has the focus in its first field already.
  if (document.activeElement !== document.body) return;
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const place = isThere ? opener : document.querySelector<HTMLElement>("[data-cursor], #main");
  place?.focus({ preventScroll: true });
}
