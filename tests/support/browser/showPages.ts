import { afterAll, afterEach } from "vitest";
import { openPages } from "./browser";
import { leaveAll } from "./signedIn";

/** Maximum of lines printed per page; a basket of 300 samples has thousands. */
const MAX_LINES = 150;

/**
 * Loaded before every test of e2e/. After a failed test, prints the content, address and console
 * output of each open page: most of these failures cannot be reproduced.
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

afterAll(leaveAll);
