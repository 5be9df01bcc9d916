import { useEffect } from "react";

/** Layers over the screen; one that is open has the focus. */
const LAYERS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
/** Rows, and parts of a screen whose buttons give way to others. */
const PLACES = "li, tr, [data-keeps-focus]";
/** Rows that are in the page only while they are in sight: scrolling removes them, too. */
const VIRTUAL_ROWS = "[data-rows]";
const TOASTS = "[data-sonner-toaster]";

/**
 * Gives the focus a place on the screen when what had it goes away, which browsers leave to nobody:
 * the button that opened a dialog; when that is gone, its row; when that is gone, the row in its
 * place. A row gets it as a whole, so that a key pressed twice does nothing to the next sample. So
 * does any part of a screen that asks for it by `data-keeps-focus`.
 * In an open dialog or menu, the focus goes to the row in that place, else to the dialog itself;
 * when a question that it asked goes together with the row, too.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    /** Had the focus last, outside of layers; null after somebody took the focus away. */
    let last: HTMLElement | null = null;
    let row: HTMLElement | null = null;
    let nextRow: HTMLElement | null = null;
    /** The layers that the focus went through, one opened from the other; the last has it. */
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
      // An element that is being removed is still in the page now.
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

/** A table holds its rows still while the focus is in them, which a press does not ask for. */
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
