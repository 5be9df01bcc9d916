import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { signedInStorage } from "../arrival";
import type { OurServer } from "../ours/start";
import { newProfile, UnrecordedTab } from "./unrecordedTab";

/**
 * Time after which a tab with a stored replica has all rows and sort orders, and has finished
 * writing.
 */
const SETTLING_MS = 8_000;

/**
 * True in a tab whose browser has stored the replica of all rows, which it does once it is
 * complete.
 */
const IS_KEPT = `new Promise((resolve) => {
  const opening = indexedDB.open("sms-copy");
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => resolve(false);
  opening.onsuccess = () => {
    const database = opening.result;
    const found = database.transaction("parts").objectStore("parts").count("header");
    found.onsuccess = () => {
      database.close();
      resolve(found.result === 1);
    };
  };
})`;

/**
 * Memory of a tab's process after garbage collection that it shares with no other process, in MB of
 * 10^6 bytes. `clean`: pages of the browser's program and fonts, which other tabs of a browser
 * share.
 */
export type TabMemory = { readonly dirtyMb: number; readonly cleanMb: number };

/**
 * Measures the memory of an admin's tab at `path` after the first load of all rows, and in a second
 * visit that starts from the stored replica. Linux only: it reads /proc.
 */
export async function measureMemory(browser: Browser, server: OurServer, path: string) {
  const profile = await newProfile(browser);
  const openTab = (address: string) => UnrecordedTab.open(browser, profile, server.url + address);
  const signIn = await openTab("/version");
  const kept = (await signedInStorage(server, 0)).map(({ name, value }) => [name, value]);
  const tokens = JSON.stringify(Object.fromEntries(kept));
  await signIn.evaluate(`void Object.assign(localStorage, ${tokens})`);
  await signIn.close();
  const visit = async () => {
    const tab = await openTab(path);
    await tab.until(IS_KEPT);
    await pause(SETTLING_MS);
    await tab.collectGarbage();
    const memory = await largestRenderer(browser);
    await tab.close();
    return memory;
  };
  return { loaded: await visit(), warm: await visit() };
}

async function largestRenderer(browser: Browser): Promise<TabMemory> {
  const session = await browser.newBrowserCDPSession();
  await session.send("Memory.simulatePressureNotification", { level: "critical" });
  await pause(2_000);
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  const found = await Promise.all(renderers.map(({ id }) => privateMemory(id)));
  return found.reduce((one, other) => (other.dirtyMb > one.dirtyMb ? other : one));
}

/** Reads lines like `Private_Dirty:  102400 kB`. */
async function privateMemory(pid: number): Promise<TabMemory> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  const megabytes = (kind: string) =>
    Number(new RegExp(`^Private_${kind}: +(\\d+) kB$`, "m").exec(rollup)?.[1]) * 1.024e-3;
  return { dirtyMb: megabytes("Dirty"), cleanMb: megabytes("Clean") };
}
