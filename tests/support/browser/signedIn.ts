import type { Browser } from "playwright-core";
import { Person } from "./browser";
import { demoTokens } from "../demoClient";

/**
 * A person of the demo lab in a browser of their own, who has signed in and opened nothing yet.
 * Their session comes from the server without the form, which saves two page loads for each of the
 * many who sign in; the form itself is what accounts, custody and pages sign in with.
 */
export async function signedIn(
  browser: Browser,
  url: string,
  email: string,
  viewport?: { width: number; height: number },
): Promise<Person> {
  const { token, refreshToken } = await demoTokens(url, email, "browser");
  // The keys of @convex-dev/auth end with the deployment's address, less what is no letter or
  // digit.
  const suffix = url.replace(/[^a-zA-Z0-9]/g, "");
  return await Person.arrive(browser, url, email, viewport, [
    { name: `__convexAuthJWT_${suffix}`, value: token },
    { name: `__convexAuthRefreshToken_${suffix}`, value: refreshToken },
  ]);
}
