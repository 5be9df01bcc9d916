import type { Browser, BrowserContext } from "playwright-core";
import { launchBrowser } from "./browser";

let launched: Promise<Browser> | null = null;

/**
 * The browser that all files of a worker share: it ends with the worker. A file launches its own
 * only for switches of its own, such as a camera.
 */
export async function workerBrowser(): Promise<Browser> {
  const browser = await (launched ??= launchBrowser());
  if (browser.isConnected()) return browser;
  launched = null;
  return await workerBrowser();
}

/** Its open contexts; none if no file has used it. */
export async function openContexts(): Promise<BrowserContext[]> {
  return (await launched)?.contexts() ?? [];
}
