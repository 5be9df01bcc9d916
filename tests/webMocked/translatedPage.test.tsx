/** A page that the browser translates, with the wrappers that Chrome puts around its texts. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { keepTranslatedPageAlive } from "@/lib/translatedPage";

const native = Object.getOwnPropertyDescriptors(Node.prototype);
beforeAll(keepTranslatedPageAlive);
afterEach(cleanup);

/** Puts a `<font>` in the place of each text, as Chrome's translator does from its own world. */
async function translate(root: Element, word = "T:") {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement("font");
    font.textContent = `${word}${text.data}`;
    text.replaceWith(font);
  }
  await act(async () => undefined);
}

type PageProps = { count?: number; hasBadge?: boolean; hasNote?: boolean; hasMark?: boolean };

/** The shapes in which React changes texts and elements among texts. */
function Page({ count = 1, hasBadge = false, hasNote = true, hasMark = false }: PageProps) {
  return (
    <p data-testid="page">
      You hold {count} samples{hasBadge && <b>new</b>} of {hasMark && "marked "}
      {hasNote ? <i>the lab</i> : null}
      {hasNote && " today"}
    </p>
  );
}

const text = () => screen.getByTestId("page").textContent;

test.each<[string, PageProps, PageProps, string]>([
  ["a counter", {}, { count: 2 }, "T:You hold 2T: samplesT: of T:the labT: today"],
  [
    "an element that comes before a text",
    {},
    { hasBadge: true },
    "T:You hold T:1T: samplesnewT: of T:the labT: today",
  ],
  [
    "a text that comes",
    {},
    { hasMark: true },
    "T:You hold T:1T: samplesT: of marked T:the labT: today",
  ],
  ["an element and a text that go", {}, { hasNote: false }, "T:You hold T:1T: samplesT: of "],
  ["a text that goes", { hasMark: true }, {}, "T:You hold T:1T: samplesT: of T:the labT: today"],
])("%s follows its value after the page was translated", async (_, before, after, expected) => {
  const { rerender } = render(<Page {...before} />);
  await translate(screen.getByTestId("page"));
  rerender(<Page {...after} />);
  await act(async () => undefined);
  expect(text()).toBe(expected);
});

test("a counter follows every change, translated again in between", async () => {
  const { rerender } = render(<Page />);
  for (const count of [2, 3]) {
    await translate(screen.getByTestId("page"), "");
    rerender(<Page count={count} />);
    await act(async () => undefined);
    expect(text()).toBe(`You hold ${count} samples of the lab today`);
  }
});

test("an element that the translator moved into a wrapper of its own goes", async () => {
  const { rerender } = render(<Page />);
  const moved = screen.getByText("the lab");
  await translate(screen.getByTestId("page"), "");
  const font = document.createElement("font");
  moved.before(font);
  font.append(moved);
  rerender(<Page hasNote={false} hasBadge />);
  expect(text()).toBe("You hold 1 samplesnew of ");
});

test("a page that is taken down leaves nothing behind", async () => {
  const { unmount, container } = render(<Page />);
  await translate(container);
  unmount();
  expect(container.childElementCount).toBe(0);
});

test("a removal that is a bug still throws where nobody translated", async () => {
  vi.resetModules();
  const { keepTranslatedPageAlive: keepAnew } = await import("@/lib/translatedPage");
  const { removeChild, insertBefore } = native;
  Object.defineProperties(Node.prototype, { removeChild, insertBefore });
  keepAnew();
  const stranger = document.createElement("i");
  expect(() => document.body.removeChild(stranger)).toThrow();
  expect(() => document.body.insertBefore(document.createElement("b"), stranger)).toThrow();
});
