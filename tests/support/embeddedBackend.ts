import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Backend, Caller, Person } from "./backend";
import { EmbeddedHome, type Session } from "./embeddedHome";
import { bundleWithTestFunctions } from "./home";

const createPeople = makeFunctionReference<"mutation", { people: Person[] }, Session[]>(
  "testing:createPeople",
);

/** The product's functions on the embedded deployment, called over HTTP by the official client. */
export async function embeddedBackend(): Promise<Backend> {
  const dataDir = await mkdtemp(join(tmpdir(), "sms-home-"));
  const home = await EmbeddedHome.open({ dataDir, pushRequest: await bundleWithTestFunctions() });
  const callers = new Map<string, Caller>();
  return {
    addPeople: async (people) => {
      const sessions = await home.admin.mutation(createPeople, { people: [...people] });
      for (const [index, { email }] of people.entries()) {
        const session = sessions[index];
        if (!session) throw new Error(`${email} has no session`);
        const client = new ConvexHttpClient(home.url, { logger: false });
        client.setAuth(await home.tokenFor(session));
        callers.set(email, client as unknown as Caller); // its types want public functions only
      }
    },
    as: (email) => {
      const caller = callers.get(email);
      if (!caller) throw new Error(`${email} was not added`);
      return caller;
    },
    admin: home.admin as unknown as Backend["admin"],
    close: async () => {
      await home.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
