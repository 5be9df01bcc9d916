import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Browser } from "playwright-core";
import { Person } from "../tests/support/browser";
import type { OurServer } from "./ours/start";
import { person } from "./target";

export const LAPTOP = { width: 1_440, height: 900 };

/** Defines `__name` in the page: tsx adds calls of it to functions that are sent there. */
export const KEEP_NAMES = "globalThis.__name = (named) => named";

const createRefreshToken = makeFunctionReference<"mutation">("testing:createRefreshToken");

/** Opens a browser of the seeded person number `index`, signed in. */
export async function arrive(browser: Browser, server: OurServer, index: number): Promise<Person> {
  const sessionId = server.seeded.sessions[index]?.sessionId;
  if (sessionId === undefined) throw new Error(`${person(index)} was not seeded`);
  const http = new ConvexHttpClient(server.url, { logger: false });
  (http as unknown as { setAdminAuth(key: string): void }).setAdminAuth(server.adminKey);
  const refreshToken = (await http.mutation(createRefreshToken, { sessionId })) as string;
  const suffix = server.url.replace(/[^a-zA-Z0-9]/g, "");
  const arrived = await Person.arrive(browser, server.url, person(index), LAPTOP, [
    { name: `__convexAuthJWT_${suffix}`, value: server.tokenOf(person(index)) },
    { name: `__convexAuthRefreshToken_${suffix}`, value: refreshToken },
  ]);
  await arrived.context.addInitScript(KEEP_NAMES);
  return arrived;
}
