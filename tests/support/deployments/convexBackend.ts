import { convexTest, type TestConvex } from "convex-test";
import { makeFunctionReference } from "convex/server";
import schema from "../../../convex/schema";
import type { Backend, Caller, Person } from "./backend";
import { convexModules } from "./convexModules";
import "./quickQueries";

const modules = {
  ...convexModules,
  "../../../convex/testing.ts": () => import("../functions/testing"),
};

type Session = { userId: string; sessionId: string };
const createPeople = makeFunctionReference<"mutation", { people: readonly Person[] }, Session[]>(
  "testing:createPeople",
);

/** convex-test, with direct access to the database for what only tests read. */
export type ConvexBackend = Backend & { readonly t: TestConvex<typeof schema> };

export async function convexBackend(): Promise<ConvexBackend> {
  const t = convexTest(schema, modules);
  const callers = new Map<string, Caller>();
  return {
    t,
    async addPeople(people) {
      const sessions = await t.mutation(createPeople, { people });
      people.forEach(({ email }, index) => {
        const { userId, sessionId } = sessions[index] ?? missing(email);
        callers.set(email, caller(t.withIdentity({ subject: `${userId}|${sessionId}` })));
      });
    },
    as: (email) => callers.get(email) ?? missing(email),
    admin: caller(t),
    close: () => Promise.resolve(),
  };
}

/** The same object: convex-test's own types declare the optional arguments differently. */
function caller(t: object): Backend["admin"] {
  return t as Backend["admin"];
}

function missing(email: string): never {
  throw new Error(`${email} was not added to this backend`);
}
