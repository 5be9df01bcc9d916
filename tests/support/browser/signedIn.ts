import type { Browser, BrowserContext, Page } from "playwright-core";
import { inject } from "vitest";
import { Person } from "./browser";
import { demoTokens } from "../demoClient";
import { openContexts, workerBrowser } from "./workerBrowser";

type Viewport = { width: number; height: number };
type Item = { name: string; value: string };

/** A browser context whose person has left. It keeps the session and the app's files. */
type Kept = { readonly url: string; readonly email: string; readonly context: BrowserContext };

let kept: Kept[] = [];
/** People of the running file, who leave with it. */
const present = new Set<Person>();

/**
 * A person of the demo lab, signed in, in a browser context of their own, with no page opened yet.
 * The session comes from the server without the form, which saves two page loads per sign-in;
 * accounts and pages test the form itself. A person who has left returns to the same context in a
 * new tab, without signing in again; anyone else gets the context of another person who has left,
 * because the first load of a context takes half as long again as the next one.
 */
export async function signedIn(
  browser: Browser,
  url: string,
  email: string,
  viewport?: Viewport,
): Promise<Person> {
  const keep = (context: BrowserContext) => {
    present.delete(person);
    kept.push({ url, email, context });
  };
  const person = await arrive(browser, url, email, viewport, keep);
  present.add(person);
  return person;
}

/** The same at the shared product, in the worker's browser. */
export async function sharedPerson(email: string, viewport?: Viewport): Promise<Person> {
  return await signedIn(await workerBrowser(), inject("product").url, email, viewport);
}

/**
 * The same in a new context that nobody gets after them, for a test that changes the context: its
 * network, its clock, its permissions.
 */
export async function sharedPersonAlone(email: string, viewport?: Viewport): Promise<Person> {
  const { url } = inject("product");
  return await Person.arrive(
    await workerBrowser(),
    url,
    email,
    viewport,
    await session(url, email),
  );
}

/** Ends a file's visits: its people leave, and every other context is closed. */
export async function leaveAll(): Promise<void> {
  const isOpen = ({ context }: Person) => context.browser()?.isConnected() === true;
  for (const person of [...present].filter(isOpen)) {
    // The page of a failed test may have no storage to look into.
    await person.leave().catch(() => person.context.close());
  }
  present.clear();
  const isKept = (context: BrowserContext) => kept.some((each) => each.context === context);
  const others = (await openContexts()).filter((context) => !isKept(context));
  await Promise.all(others.map((context) => context.close()));
}

async function arrive(
  browser: Browser,
  url: string,
  email: string,
  viewport: Viewport | undefined,
  keep: (context: BrowserContext) => void,
): Promise<Person> {
  kept = kept.filter(({ context }) => context.browser()?.isConnected() === true);
  const free = kept.filter((each) => each.context.browser() === browser && each.url === url);
  const own = free.find((each) => each.email === email);
  const taken = own ?? free[0];
  if (taken === undefined) {
    return await Person.arrive(browser, url, email, viewport, await session(url, email), keep);
  }
  kept = kept.filter((each) => each !== taken);
  const person = await Person.comeBack(taken.context, email, viewport, keep);
  if (own === undefined) await replaceSession(person.page, url, await session(url, email));
  return person;
}

/** What a browser stores of a new session. `at`: the product's address for the browser. */
export async function session(url: string, email: string, at = url): Promise<Item[]> {
  const { token, refreshToken } = await demoTokens(url, email, "browser");
  // The keys of @convex-dev/auth end with the deployment's address, letters and digits only.
  const suffix = at.replace(/[^a-zA-Z0-9]/g, "");
  return [
    { name: `__convexAuthJWT_${suffix}`, value: token },
    { name: `__convexAuthRefreshToken_${suffix}`, value: refreshToken },
  ];
}

/** Deletes what the earlier person stored, on a page of the server that does not load the app. */
async function replaceSession(page: Page, url: string, items: readonly Item[]): Promise<void> {
  await page.goto(`${url}/version`);
  await page.evaluate(async (items) => {
    localStorage.clear();
    for (const { name, value } of items) localStorage.setItem(name, value);
    const databases = await indexedDB.databases();
    const deletions = databases.map(
      ({ name = "" }) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = () => resolve();
          request.onerror = () => reject(new Error(`${name} cannot be deleted`));
        }),
    );
    await Promise.all(deletions);
  }, items);
}
