import type { Browser, BrowserContext } from "playwright-core";
import { Person } from "./browser";
import { demoTokens } from "../demoClient";

/** Browsers of people who have left, by the person: they keep the session and the app's files. */
const kept = new Map<string, BrowserContext[]>();

/**
 * A person of the demo lab in a browser of their own, who has signed in and opened nothing yet.
 * Their session comes from the server without the form, which saves two page loads for each of the
 * many who sign in; the form itself is what accounts, custody and pages sign in with. A person who
 * has left comes back to the same browser, in a new tab, and signs in no second time.
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
  const { token, refreshToken } = await demoTokens(url, email, "browser");
  // The keys of @convex-dev/auth end with the deployment's address, less what is no letter or
  // digit.
  const suffix = url.replace(/[^a-zA-Z0-9]/g, "");
  const localStorage = [
    { name: `__convexAuthJWT_${suffix}`, value: token },
    { name: `__convexAuthRefreshToken_${suffix}`, value: refreshToken },
  ];
  return await Person.arrive(browser, url, email, viewport, localStorage, keep);
}
