import type { Browser } from "playwright-core";
import { Person } from "../tests/support/browser/browser";
import type { OurServer } from "./ours/start";
import { person } from "./target";

export const LAPTOP = { width: 1_440, height: 900 };

/** Defines `__name` in the page, because tsx adds calls of it to functions that are sent there. */
export const KEEP_NAMES = "globalThis.__name = (named) => named";

/** Opens a browser in which the seeded person with number `index` is signed in. */
export async function arrive(browser: Browser, server: OurServer, index: number): Promise<Person> {
  const kept = await signedInStorage(server, index);
  const arrived = await Person.arrive(browser, server.url, person(index), LAPTOP, kept);
  await arrived.context.addInitScript(KEEP_NAMES);
  return arrived;
}

/** Returns the local storage of a browser in which the person with number `index` is signed in. */
export async function signedInStorage(server: OurServer, index: number) {
  const suffix = server.url.replace(/[^a-zA-Z0-9]/g, "");
  return [
    { name: `__convexAuthJWT_${suffix}`, value: server.tokenOf(person(index)) },
    { name: `__convexAuthRefreshToken_${suffix}`, value: await server.refreshTokenOf(index) },
  ];
}
