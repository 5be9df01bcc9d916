import type { Browser, BrowserContext } from "playwright-core";
import { Person } from "./browser";
import { demoTokens } from "../demoClient";

/**
 * Browser contexts of people who have left, by person: they keep the session and the app's files.
 */
const kept = new Map<string, BrowserContext[]>();

/**
 * A person of the demo lab, signed in, in a browser context of their own, with no page opened yet.
 * The session comes from the server without the form, which saves two page loads per sign-in;
 * accounts, custody and pages test the form itself. A person who has left returns to the same
 * context in a new tab, without signing in again.
 */
export async function signedIn(
  browser: Browser,
  url: string,
  email: string,
  viewport?: { width: number; height: number },
): Promise<Person> {
  const key = `${url} ${email}`;
  const left = kept.get(key) ?? [];
  kept.set(key, left);
  const keep = (context: BrowserContext) => void left.push(context);
  for (let context = left.pop(); context !== undefined; context = left.pop()) {
    if (context.browser() === browser) return await Person.comeBack(context, email, viewport, keep);
  }
  return await Person.arrive(browser, url, email, viewport, await sessionOf(url, email), keep);
}

/** A new session, as the app stores it in localStorage. */
export async function sessionOf(url: string, email: string) {
  const { token, refreshToken } = await demoTokens(url, email, "browser");
  // The keys of @convex-dev/auth end with the deployment's address, letters and digits only.
  const suffix = url.replace(/[^a-zA-Z0-9]/g, "");
  return [
    { name: `__convexAuthJWT_${suffix}`, value: token },
    { name: `__convexAuthRefreshToken_${suffix}`, value: refreshToken },
  ];
}
