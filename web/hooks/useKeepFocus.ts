import { useEffect } from "react";

/** Layers above the screen; an open one has the focus. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
/** Rows, and parts of a screen that replace their buttons. */
const PLACES = "li, tr, [data-keeps-focus]";
/** Virtualized rows: scrolling also removes them from the page. */
const VIRTUAL_ROWS = "[data-rows]";
const TOASTS = "[data-sonner-toaster]";

/**
 * Restores the focus when the focused element is removed (browsers then focus nothing): to the
 * button that opened a dialog; if that is gone, to its row; if that is gone, to the row that took
 * its place. The row as a whole is focused, so that pressing a key twice does not act on the next
 * sample. Any part of a screen marked `data-keeps-focus` counts as a row.
 * In an open dialog or menu, the focus moves to the row in that place, else to the dialog itself;
 * also when a question that it opened is removed together with the row.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    /** Last focused element outside of layers; null after the user moved the focus away. */
    let last: HTMLElement | null = null;
    let row: HTMLElement | null = null;
    let nextRow: HTMLElement | null = null;
    /**
     * Layers that the focus went through, each opened from the previous one; the last has the
     * focus.
     */
    let layers: readonly FocusedLayer[] = [];

    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const element = target.closest<HTMLElement>(LAYERS);
      layers = element ? [...layersBelow(element, layers), layerOf(element, target)] : [];
      if (element) return;
      last = mayKeep(target) ? target : null;
      row = target.closest<HTMLElement>(PLACES);
      nextRow = null;
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return;
      // An element that is being removed is still in the page at this point.
      queueMicrotask(() => {
        if (last?.isConnected && isFocusNowhere() && !isLayerOpen()) last = null;
      });
    };
    const onChange = (changes: readonly MutationRecord[]) => {
      for (const layer of layers) {
        layer.row = (layer.row && neighbourOf(layer.row, changes)) ?? layer.row;
      }
      const top = layers.findLast(({ element }) => element.isConnected);
      if (top && isFocusNowhere()) focusRow(top.row?.isConnected ? top.row : top.element);
      if (last === null) return;
      nextRow = (row && neighbourOf(row, changes)) ?? nextRow;
      if (!isFocusNowhere() || isLayerOpen()) return;
      const place = [last, row, nextRow].find((element) => element?.isConnected);
      if (place === last) last.focus({ preventScroll: true });
      else if (place) focusRow(place);
      else last = null;
    };
    const observer = new MutationObserver(onChange);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", onFocusIn);
    document.addEventListener("focusout", onFocusOut);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", onFocusIn);
      document.removeEventListener("focusout", onFocusOut);
    };
  }, []);
}

type FocusedLayer = { readonly element: HTMLElement; row: HTMLElement | null };

function layerOf(element: HTMLElement, focused: HTMLElement): FocusedLayer {
  return { element, row: focused.closest<HTMLElement>("li, tr") };
}

function layersBelow(element: HTMLElement, layers: readonly FocusedLayer[]) {
  const at = layers.findIndex((layer) => layer.element === element);
  return at === -1 ? layers : layers.slice(0, at);
}

/** A table keeps its rows in place while the focus is in them; a click must not trigger that. */
function mayKeep(target: HTMLElement): boolean {
  if (target.closest(TOASTS) !== null) return false;
  return target.closest(VIRTUAL_ROWS) === null || target.matches(":focus-visible");
}

const isFocusNowhere = () => document.activeElement === document.body;
const isLayerOpen = () => document.querySelector(LAYERS) !== null;

/** The row after `row`, else the one before it, if these changes took `row` from their list. */
function neighbourOf(row: HTMLElement, changes: readonly MutationRecord[]): HTMLElement | null {
  if (row.isConnected) return null;
  const change = changes.find(({ removedNodes }) => [...removedNodes].includes(row));
  if (!(change?.target instanceof Element) || change.target.closest(VIRTUAL_ROWS)) return null;
  const neighbours = [change.nextSibling, change.previousSibling];
  return neighbours.find((node) => node instanceof HTMLElement) ?? null;
}

function focusRow(row: HTMLElement): void {
  if (!row.hasAttribute("tabindex")) row.tabIndex = -1;
  row.focus({ preventScroll: true });
}
