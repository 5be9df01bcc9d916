import { randomBytes } from "node:crypto";
import { ConvexHttpClient } from "convex/browser";
import { findAdminKey } from "../../cli/adminKey";
import { internal } from "../../convex/_generated/api";
import type { Role } from "#domain/custody/workflow";
import type { Backend } from "./deployments/backend";
import { DEMO_PASSWORD } from "./deployments/deployment";

/** The official client has the method and the CLI uses it, but the published types hide it. */
type AdminClient = { setAdminAuth(adminKey: string): void };

/**
 * Adds new people to a running demo lab, with the demo's password and no samples. The supervisor
 * among them, if any, supervises the others.
 *
 * @param roles by a name that begins the person's address
 * @returns each person's e-mail: `ana-3f9c1a@lab.example`
 */
export async function freshPeople<Name extends string>(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  roles: Readonly<Record<Name, Role>>,
): Promise<Record<Name, string>> {
  const client = new ConvexHttpClient(url, { logger: false });
  const { adminKey: key } = await findAdminKey(url, { SMS_DATA_DIR: dataDir });
  if (key === null) throw new Error(`${dataDir} has no admin key`);
  (client as unknown as AdminClient).setAdminAuth(key);
  const admin = client as unknown as Backend["admin"];

  const secret = await admin.action(internal.passwords.hash, { password: DEMO_PASSWORD });
  if (secret === null) throw new Error("The demo's password was not hashed");
  const suffix = randomBytes(3).toString("hex");
  const names = Object.keys(roles) as Name[];
  const emailOf = (name: Name) => `${name}-${suffix}@lab.example`;
  const boss = names.find((name) => roles[name] === "supervisor");
  for (const name of names) {
    const person = {
      email: emailOf(name),
      displayName: `${name} ${suffix}`,
      passPort: `passport of ${name}`,
      phoneNumber: "+351 911 222 333",
      country: "Portugal",
      city: "Lisbon",
      userLocation: "Lisbon, Portugal",
      userLat: 38.7223,
      userLng: -9.1393,
    };
    const { email } = person;
    await admin.mutation(internal.accounts.insertVerified, { person, secret });
    await admin.mutation(internal.users.updateFromTerminal, {
      email,
      settings: { role: roles[name] },
    });
  }
  for (const name of names) {
    if (boss === undefined || name === boss) continue;
    const supervised = { email: emailOf(name), settings: { supervisor: emailOf(boss) } };
    await admin.mutation(internal.users.updateFromTerminal, supervised);
  }
  return Object.fromEntries(names.map((name) => [name, emailOf(name)])) as Record<Name, string>;
}
