import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import * as Accounts from "../accounts";
import * as Custody from "../custody";
import * as Lookups from "../lookups";
import * as Samples from "../samples";
import * as Users from "../users";
import { DEMO_CUSTOMERS, demoFields } from "./devices";
import { demoJourney } from "./journeys";
import { DEMO_PEOPLE, type DemoPerson, type DemoPlace } from "./people";

/** True if a real person has an account: then the demo is never loaded. */
export async function hasRealPeople(ctx: QueryCtx): Promise<boolean> {
  const somebody = await ctx.db
    .query("users")
    .withIndex("by_isDemo", (q) => q.eq("isDemo", undefined))
    .first();
  return somebody !== null;
}

const addressOf = (name: string) => `${name}@${settings().companyDomain}`;

/**
 * Adds the people who are missing; the others get the password.
 *
 * @param secret hash of the password that all of them have
 */
export async function addPeople(ctx: MutationCtx, secret: string, now: number): Promise<void> {
  for (const person of DEMO_PEOPLE) {
    if ((await Users.getByEmail(ctx, addressOf(person.name))) !== null) {
      await Accounts.setSecret(ctx, addressOf(person.name), secret);
      continue;
    }
    await Accounts.createVerified(ctx, recordOf(person), secret, now);
    const user = await Users.getByEmailOrThrow(ctx, addressOf(person.name));
    await Users.setRole(ctx, user, person.role);
  }
  await Lookups.seed(ctx);
  await Lookups.add(ctx, "customersModel", DEMO_CUSTOMERS);
}

function recordOf({
  name,
  displayName,
  supervisor,
  place,
  phoneNumber,
}: DemoPerson): Users.NewUser {
  return {
    email: addressOf(name),
    displayName,
    passPort: `DEMO-${name.slice(0, 3).toUpperCase()}`,
    country: place.country,
    city: place.city,
    phoneNumber,
    userLocation: `${place.city}, ${place.country}`,
    userLat: place.lat,
    userLng: place.lng,
    supervisor: addressOf(supervisor),
    isDemo: true,
  };
}

/**
 * Adds the samples `first` to `first + count - 1` with all their hand-overs, through the functions
 * that people's clicks run. About 40 writes a sample. A batch that exists already is left alone.
 */
export async function addSamples(
  ctx: MutationCtx,
  { first, count, now }: { first: number; count: number; now: number },
): Promise<void> {
  const people = new Map<string, { actor: Doc<"users">; place: DemoPlace }>();
  for (const { name, place } of DEMO_PEOPLE) {
    people.set(name, { actor: await Users.getByEmailOrThrow(ctx, addressOf(name)), place });
  }
  const called = (name: string) => {
    const person = people.get(name);
    if (person === undefined) throw new Error(`${name} is not in the demo`);
    return person;
  };
  const actingAs = (name: string) => ({ ...ctx, actor: called(name).actor });
  if (await isThere(ctx, first)) return;
  for (let index = first; index < first + count; index++) {
    const { registrant, registeredAt, steps } = demoJourney(index, now);
    const fields = demoFields(index, registeredAt, called(registrant).place);
    const { sampleId } = await Samples.register(
      actingAs(registrant),
      { transactionId: transactionOf(index), duplicates: "reject", fields },
      registeredAt,
    );
    for (const [place, { step, actor, chosen, reason, at }] of steps.entries()) {
      const transactionId = `${transactionOf(index)}-${place + 1}`;
      const args = { sampleId, transactionId, chosen: chosen && addressOf(chosen), reason };
      await Custody.takeStep(actingAs(actor), step, args, at);
    }
  }
}

const transactionOf = (index: number) => `demo-${index}`;

async function isThere(ctx: QueryCtx, index: number): Promise<boolean> {
  const registered = await ctx.db
    .query("history")
    .withIndex("by_transactionId", (q) => q.eq("transactionId", transactionOf(index)))
    .first();
  return registered !== null;
}
