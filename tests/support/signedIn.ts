import type { Browser } from "playwright-core";
import { Person } from "./browser";
import { DEMO_PASSWORD } from "./deployment";

/** Somebody of the demo lab, signed in through the form, in a browser of their own. */
export async function signedIn(
  browser: Browser,
  url: string,
  email: string,
  viewport?: { width: number; height: number },
): Promise<Person> {
  const person = await Person.arrive(browser, url, email, viewport);
  await person.signIn(DEMO_PASSWORD);
  return person;
}
