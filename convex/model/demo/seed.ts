import { dayOf } from "#domain/common/days";
import { TREND_DAYS } from "#domain/samples/trends";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import * as Accounts from "../accounts/accounts";
import * as Custody from "../custody/custody";
import * as DailyFigures from "../samples/dailyFigures";
import { presentEmail } from "../people/formerEmails";
import * as Lookups from "../samples/lookups";
import * as Samples from "../samples/samples";
import * as Transactions from "../common/transactions";
import * as UserWrites from "../accounts/userWrites";
import * as Users from "../people/users";
import { DEMO_CUSTOMERS, DEMO_MODELS, DEMO_SAMPLES, demoFields } from "./devices";
import { demoEvents } from "./journeys";
import { DEMO_PEOPLE, type DemoPerson, type DemoPlace } from "./people";

/** True if a real person has an account; the demo is then never loaded. */
export async function hasRealPeople(ctx: QueryCtx): Promise<boolean> {
  const somebody = await ctx.db
    .query("users")
    .withIndex("by_isDemo", (q) => q.eq("isDemo", undefined))
    .first();
  return somebody !== null;
}

const addressOf = (name: string) => `${name}@${settings().companyDomain}`;

/** Returns the person's present address, which an admin of the demo may have changed. */
const presentAddressOf = (ctx: QueryCtx, name: string) => presentEmail(ctx, addressOf(name));

/**
 * Adds the missing demo people, and resets the password of the others.
 *
 * @param secret hash of the password that all of them share
 */
export async function addPeople(ctx: MutationCtx, secret: string, now: number): Promise<void> {
  for (const [index, person] of DEMO_PEOPLE.entries()) {
    const account = await Accounts.getByEmail(ctx, await presentAddressOf(ctx, person.name));
    if (account !== null) {
      await Accounts.setSecret(ctx, account, secret);
      continue;
    }
    await Accounts.createVerified(ctx, recordOf(person), secret, now);
    const user = await Users.getByEmailOrThrow(ctx, addressOf(person.name));
    await UserWrites.setRole(ctx, user, person.role);
    // The last person has never signed in, so that the demo shows this exception too.
    if (index === DEMO_PEOPLE.length - 1) continue;
    await UserWrites.recordSignIn(ctx, user, now);
  }
  await Lookups.seed(ctx);
  await Lookups.add(ctx, "customersModel", DEMO_CUSTOMERS);
  await Lookups.add(ctx, "deviceModal", DEMO_MODELS);
}

function recordOf({
  name,
  displayName,
  supervisor,
  place,
  phoneNumber,
}: DemoPerson): UserWrites.NewUser {
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

/** Number of registrations and steps of the whole demo. */
export const DEMO_EVENTS = demoEvents(DEMO_SAMPLES, 0).length;

/**
 * Adds the events `first` to `first + count - 1` of the demo through the same functions as user
 * actions. About 5 writes per event. Skips a batch that already exists.
 */
export async function addEvents(
  ctx: MutationCtx,
  { first, count, now }: { first: number; count: number; now: number },
): Promise<void> {
  const people = new Map<string, { actor: Doc<"users">; place: DemoPlace }>();
  for (const { name, place } of DEMO_PEOPLE) {
    const actor = await Users.getByEmailOrThrow(ctx, await presentAddressOf(ctx, name));
    people.set(name, { actor, place });
  }
  const called = (name: string) => {
    const person = people.get(name);
    if (person === undefined) throw new Error(`${name} is not in the demo`);
    return person;
  };
  const actingAs = (name: string) => ({ ...ctx, actor: called(name).actor });
  const events = demoEvents(DEMO_SAMPLES, now).slice(first, first + count);
  const madeBy = (by: string, transactionId: string) =>
    Transactions.findRecord(ctx, called(by).actor._id, transactionId);
  const [begin] = events;
  if (begin === undefined) return;
  const { registrant, step } = begin;
  if ((await madeBy(step?.actor ?? registrant, transactionOf(begin))) !== null) return;
  for (const event of events) {
    const { index, registrant, at, step } = event;
    const transactionId = transactionOf(event);
    if (step === undefined) {
      const fields = demoFields(index, at, called(registrant).place);
      const args = { transactionId, duplicates: "reject", fields } as const;
      await Samples.register(actingAs(registrant), args, at);
      continue;
    }
    const registered = await madeBy(registrant, transactionOf({ index, place: 0 }));
    if (registered === null) throw new Error(`Demo sample ${index} is not registered`);
    const { sampleId } = registered;
    const { chosen, reason } = step;
    const args = { sampleId, transactionId, chosen: chosen && addressOf(chosen), reason };
    await Custody.takeStep(actingAs(step.actor), step.step, args, at);
  }
}

const transactionOf = ({ index, place }: { index: number; place: number }) =>
  place === 0 ? `demo-${index}` : `demo-${index}-${place}`;

/**
 * Starts computing the figures of each day that the trend shows, unless that has already started.
 * Call it after the last event.
 */
export async function beginTrend(ctx: MutationCtx, now: number): Promise<void> {
  if ((await ctx.db.query("dailyFigures").first()) !== null) return;
  await DailyFigures.begin(ctx, dayOf(now) - TREND_DAYS);
  await DailyFigures.makeNext(ctx, now);
}
