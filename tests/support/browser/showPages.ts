import { afterEach } from "vitest";
import { openPages } from "./browser";

/** Lines of a page that say enough; a basket of 300 samples has thousands. */
const MAX_LINES = 150;

/**
 * Loaded before every test of e2e/. A test that fails prints what each open page shows, its
 * address and what it wrote to its console: most of such failures cannot be had a second time.
 */
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const page of openPages()) {
    const [shown, messages, errors] = await Promise.all([
      page.locator("body").ariaSnapshot({ timeout: 5_000 }).catch(String),
      page.consoleMessages().catch(() => []),
      page.pageErrors().catch(() => []),
    ]);
    const lines = shown.split("\n").slice(0, MAX_LINES);
    const said = [...messages.map((message) => `${message.type()}: ${message.text()}`), ...errors];
    console.log([`${task.name}: ${page.url()}`, ...lines, ...said.map(String)].join("\n"));
  }
});
