import type axe from "axe-core";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/**
 * The colors of texts that need no examination any more, in all pages of this process: axe has
 * found them readable, or `MAX_TRIES` times could not tell. Contrast is most of axe's work, and
 * screens share few colors.
 */
const examined = new Set<string>();

/** How often axe could not tell, by colors: a picture is behind the text, or it is one letter. */
const tries = new Map<string, number>();
const MAX_TRIES = 3;

/**
 * Finds the texts within `within` (a selector) whose contrast is too low, each with its element.
 * axe must be loaded in the page. A text whose colors are known to be readable is not examined
 * again: the same font on the same backgrounds, from its own element up to the page.
 *
 * @param scheme color scheme of the document during the examination; undefined: the one it has
 * @returns the faults, and whether a text had colors that were not known
 */
export async function unreadableTexts(
  page: Page,
  within: string,
  scheme?: string,
): Promise<{ readonly faults: string[]; readonly isNew: boolean }> {
  const { keys, passed, failed, faults } = await page.evaluate(
    async ([within, known, scheme]) => {
      type Backdrop = { readonly colors: string; readonly isFloating: boolean };
      const cache = new Map<Element, Backdrop>();
      const PAGE: Backdrop = { colors: "", isFloating: false };
      const isOpaque = (color: string) => !/rgba|\/|transparent/.test(color);
      /** The backgrounds from the element up to the page. */
      const backdropOf = (element: Element | null): Backdrop => {
        if (element === null) return PAGE;
        const found = cache.get(element);
        if (found) return found;
        const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
        const below = backdropOf(element.parentElement);
        const isClear = backgroundColor === "rgba(0, 0, 0, 0)";
        const colors = [
          isClear ? "" : backgroundColor,
          backgroundImage === "none" ? "" : backgroundImage,
          opacity === "1" ? "" : opacity,
          below.colors,
        ];
        const isFloating = below.isFloating || ["absolute", "fixed"].includes(position);
        const backdrop = {
          colors: colors.filter(Boolean).join(" on "),
          isFloating: isFloating && !isOpaque(backgroundColor),
        };
        cache.set(element, backdrop);
        return backdrop;
      };
      /** The colors of what a text lies above; null outside of the window. */
      const coveredBy = (element: Element): string | null => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
        const place = stack.indexOf(element);
        if (place < 0) return null;
        const below = stack.slice(place).map((covered) => {
          const { backgroundColor, backgroundImage } = getComputedStyle(covered);
          return `${covered.tagName} ${backgroundColor} ${backgroundImage}`;
        });
        const last = below.findIndex((colors) => isOpaque(colors));
        return below.slice(0, last < 0 ? undefined : last + 1).join(" above ");
      };
      const hasText = (element: Element) =>
        element.matches("input, select, textarea") ||
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
      /** The text is drawn, and axe examines it. */
      const isShown = (element: Element, { fontSize, clip }: CSSStyleDeclaration) =>
        element.checkVisibility({ opacityProperty: true }) &&
        fontSize !== "0px" &&
        clip === "auto" &&
        element.closest("[aria-hidden=true]") === null;

      const root = document.documentElement;
      const ownScheme = root.getAttribute("data-scheme");
      if (scheme !== undefined) root.setAttribute("data-scheme", scheme);
      /** One text for each set of colors; a key is null if only axe can tell what is behind it. */
      const texts: Element[] = [];
      const keys: (string | null)[] = [];
      const seen = new Set<string | null>(known);
      for (const element of document.querySelectorAll(`:is(${within}) *`)) {
        if (!hasText(element)) continue;
        const style = getComputedStyle(element);
        if (!isShown(element, style)) continue;
        const { color, fontSize, fontWeight, textShadow } = style;
        const { colors, isFloating } = backdropOf(element);
        const covered = isFloating ? coveredBy(element) : "";
        const parts = [color, fontSize, fontWeight, textShadow, colors, covered];
        const key = covered === null ? null : parts.join();
        if (seen.has(key)) continue;
        if (key !== null) seen.add(key);
        texts.push(element);
        keys.push(key);
      }
      // Without a new color, nothing is painted in the other scheme.
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const { violations, passes }: Pick<AxeResults, "violations" | "passes"> =
        texts.length === 0
          ? { violations: [], passes: [] }
          : await run(
              { include: texts },
              {
                runOnly: { type: "rule", values: ["color-contrast"] },
                resultTypes: ["violations", "passes"],
                elementRef: true,
              },
            );
      if (ownScheme !== null) root.setAttribute("data-scheme", ownScheme);
      const faulty = violations.flatMap(({ nodes }) => nodes);
      // A hidden text passes without a ratio.
      const compared = passes
        .flatMap(({ nodes }) => nodes)
        .filter(({ any }) =>
          any.some(({ data }) => (data as { contrastRatio?: number } | null)?.contrastRatio),
        );
      const indexesOf = (nodes: typeof faulty) =>
        nodes.map(({ element }) => texts.indexOf(element as unknown as Element));
      const faults = faulty.map(({ element }) => element?.outerHTML.slice(0, 300));
      return { keys, passed: indexesOf(compared), failed: indexesOf(faulty), faults };
    },
    [within, [...examined], scheme] as const,
  );
  keys.forEach((key, index) => {
    if (key === null || failed.includes(index)) return;
    const count = (tries.get(key) ?? 0) + 1;
    tries.set(key, count);
    if (passed.includes(index) || count === MAX_TRIES) examined.add(key);
  });
  const fault = `color-contrast: ${faults.join(" | ")}`;
  return { faults: faults.length > 0 ? [fault] : [], isNew: keys.some((key) => key !== null) };
}
