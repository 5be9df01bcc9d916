import type { Page } from "playwright-core";

/**
 * Translates the page as Chrome does: from a world of its own, whose prototypes are not the page's,
 * each text node becomes a `<font>` in a `<font>`, and so does every text that comes or changes
 * later. The "translation" of `Inbox` is `«Inbox»`.
 */
export async function translatePage(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { frameTree } = await client.send("Page.getFrameTree");
  const { executionContextId: contextId } = await client.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: "translator",
  });
  await client.send("Runtime.evaluate", { contextId, expression: `(${translator.toString()})()` });
}

/** Runs in the page. */
function translator(): void {
  const LEFT_ALONE = "[translate=no], script, style, noscript, textarea, font";
  const font = () => {
    const element = document.createElement("font");
    element.style.verticalAlign = "inherit";
    return element;
  };
  const translate = (text: Text) => {
    if (text.data.trim() === "" || text.parentElement?.closest(LEFT_ALONE)) return;
    const [outer, inner] = [font(), font()];
    inner.textContent = `«${text.data}»`;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  };
  document.documentElement.classList.add("translated-ltr");
  translateIn(document.body);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) translate(target);
      addedNodes.forEach(translateIn);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}
