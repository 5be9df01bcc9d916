/**
 * Restores the focus when a sheet closes: to `opener`, or if that is gone, to the row under the
 * cursor or the screen.
 */
export function returnFocus(opener: Element | null): void {
  // A form that the sheet opened has already focused its first field.
  if (document.activeElement !== document.body) return;
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const place = isThere ? opener : document.querySelector<HTMLElement>("[data-cursor], #main");
  place?.focus({ preventScroll: true });
}
