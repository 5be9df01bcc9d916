import type axe from "axe-core";
import type { Page } from "playwright-core";

/** Marks the texts that axe examines. */
const MARK = "data-contrast-unknown";

/**
 * The colors of texts that axe has found readable, in all pages of this process. Contrast is most
 * of axe's work, and screens share few colors.
 */
const readable = new Set<string>();

/**
 * Finds the texts within `within` (a selector) whose contrast is too low, each with its element.
 * axe must be loaded in the page. A text whose colors are known to be readable is not examined
 * again: the same font on the same backgrounds, from its own element up to the page.
 */
export async function unreadableTexts(page: Page, within: string): Promise<string[]> {
  const keys = await markUnknown(page, within);
  if (keys.length === 0) return [];
  const { passed, faults } = await page.evaluate(async (mark) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const marked = [...document.querySelectorAll(`[${mark}]`)];
    const { violations, passes } = await run(
      { include: [`[${mark}]`] },
      {
        runOnly: { type: "rule", values: ["color-contrast"] },
        resultTypes: ["violations", "passes"],
        elementRef: true,
      },
    );
    const elementsOf = (results: typeof passes) =>
      results.flatMap(({ nodes }) => nodes.flatMap((node) => (node.element ? [node] : [])));
    // A hidden text passes without a ratio.
    const compared = elementsOf(passes).filter(({ any }) =>
      any.some(({ data }) => (data as { contrastRatio?: number } | null)?.contrastRatio),
    );
    for (const element of marked) element.removeAttribute(mark);
    return {
      passed: compared.map(({ element }) => marked.indexOf(element as unknown as Element)),
      faults: elementsOf(violations).map(({ element }) => element!.outerHTML.slice(0, 300)),
    };
  }, MARK);
  for (const index of passed) {
    const key = keys[index];
    if (key) readable.add(key);
  }
  return faults.length > 0 ? [`color-contrast: ${faults.join(" | ")}`] : [];
}

/**
 * Marks the visible texts whose colors are not known to be readable.
 *
 * @returns their colors, in the order of the document; null for a text on top of other elements,
 *   whose background only axe can tell
 */
function markUnknown(page: Page, within: string): Promise<(string | null)[]> {
  return page.evaluate(
    ([within, mark, known]) => {
      type Backdrop = { readonly colors: string; readonly isFloating: boolean };
      const cache = new Map<Element, Backdrop>();
      const PAGE: Backdrop = { colors: "", isFloating: false };
      /** The backgrounds from the element up to the page. */
      const backdropOf = (element: Element | null): Backdrop => {
        if (element === null) return PAGE;
        const found = cache.get(element);
        if (found) return found;
        const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
        const below = backdropOf(element.parentElement);
        const isClear = backgroundColor === "rgba(0, 0, 0, 0)";
        const isOpaque = !/rgba|\/|transparent/.test(backgroundColor);
        const colors = [
          isClear ? "" : backgroundColor,
          backgroundImage === "none" ? "" : backgroundImage,
          opacity === "1" ? "" : opacity,
          below.colors,
        ];
        const isFloating = below.isFloating || ["absolute", "fixed"].includes(position);
        const backdrop = {
          colors: colors.filter(Boolean).join(" on "),
          isFloating: isFloating && !isOpaque,
        };
        cache.set(element, backdrop);
        return backdrop;
      };
      const hasText = (element: Element) =>
        element.matches("input, select, textarea") ||
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
      const seen = new Set(known);
      return [...document.querySelectorAll(`:is(${within}) *`)].flatMap((element) => {
        if (!hasText(element) || !element.checkVisibility({ opacityProperty: true })) return [];
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const { colors, isFloating } = backdropOf(element);
        const key = [color, fontSize, fontWeight, textShadow, colors].join();
        if (!isFloating && seen.has(key)) return [];
        element.toggleAttribute(mark, true);
        return [isFloating ? null : key];
      });
    },
    [within, MARK, [...readable]] as const,
  );
}
