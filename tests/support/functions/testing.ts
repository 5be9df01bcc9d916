/**
 * Functions that only tests and benchmarks deploy, in addition to the product's own
 * (tests/support/deployments/home.ts): people without passwords and samples without a spreadsheet.
 * The product's bundle never contains them.
 */
import { v } from "convex/values";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import { listIndexFields } from "#domain/samples/lists";
import type { Status } from "#domain/custody/statuses";
import { internalMutation, type MutationCtx } from "../../../convex/_generated/server";
import * as Registration from "../../../convex/model/samples/registration";
import { writeSamples } from "../../../convex/model/samples/sampleWrites";
import * as Sessions from "../../../convex/model/access/sessions";
import * as UserWrites from "../../../convex/model/accounts/userWrites";
import * as Users from "../../../convex/model/people/users";
import { role } from "../../../convex/schema/accounts";
import { status } from "../../../convex/schema/samples";
import { numberedSample } from "./numberedSample";
import { scatteredPosition, variedDate, variedSample, variedStatus } from "./variedSample";

export * from "./custodyFixtures";
export * from "./month";

const person = v.object({
  email: v.string(),
  role,
  supervisor: v.optional(v.string()),
  city: v.optional(v.string()),
});

/** Creates verified people, each with an open session, so that a test can sign tokens for them. */
export const createPeople = internalMutation({
  args: { people: v.array(person) },
  returns: v.array(v.object({ userId: v.id("users"), sessionId: v.id("authSessions") })),
  handler: async (ctx, { people }) => {
    const created = [];
    for (const each of people) created.push(await createPerson(ctx, each));
    return created;
  },
});

/** Everyone is in Lisbon unless a test sets another place, so that anyone may receive anything. */
async function createPerson(
  ctx: MutationCtx,
  { email, role, supervisor = SUPERVISOR, city = "Lisbon" }: typeof person.type,
) {
  const now = Date.now();
  const userId = await UserWrites.insert(
    ctx,
    {
      email,
      displayName: email.split("@", 1)[0] ?? email,
      passPort: "P0000000",
      country: "Portugal",
      city,
      phoneNumber: "+351 21 000 0000",
      userLocation: `${city}, Portugal`,
      ...(COORDINATES[city] ?? LISBON),
      supervisor,
    },
    now,
  );
  const user = await ctx.db.get("users", userId);
  if (user === null) throw new Error(`${email} was not inserted`);
  await UserWrites.verify(ctx, user, now);
  if (role !== "user") await UserWrites.setRole(ctx, user, role);
  return { userId, sessionId: await Sessions.start(ctx, userId, "terminal", now) };
}

/** Creates a refresh token of a session, like a browser's; it is valid for a day. */
export const createRefreshToken = internalMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.string(),
  handler: async (ctx, { sessionId }) => {
    const expirationTime = Date.now() + 86_400_000;
    const tokenId = await ctx.db.insert("authRefreshTokens", { sessionId, expirationTime });
    return `${tokenId}|${sessionId}`;
  },
});

const LISBON = { userLat: 38.7223, userLng: -9.1393 };
const COORDINATES: Readonly<Record<string, typeof LISBON>> = {
  Lisbon: LISBON,
  Tokyo: { userLat: 35.6762, userLng: 139.6503 },
};
const SUPERVISOR = "supervisor@company.com";

/** Creates `count` samples in use held by `manager`, as an import does. At most 500 per call. */
export const createSamples = internalMutation({
  args: { manager: v.string(), first: v.number(), count: v.number() },
  returns: v.array(v.id("samples")),
  handler: async (ctx, { manager, first, count }) => {
    const holder = await Users.getByEmail(ctx, manager);
    if (holder === null) throw new Error(`${manager} is not a user`);
    const at = Date.now();
    const ids: Id<"samples">[] = [];
    await writeSamples(ctx, async (samples) => {
      for (let number = first; number < first + count; number++) {
        ids.push(
          await Registration.insert(ctx, samples, {
            fields: numberedSample(number),
            manager: holder,
            registrant: holder,
            duplicate: "none",
            status: "In Use",
            at: at - number,
          }),
        );
      }
    });
    return ids;
  },
});

/**
 * Creates samples as varied as a lab's (variedSample.ts), in every status or in `status`. Requests
 * wait for `recipient`. `isScattered`: each has its own coordinates.
 */
export const createVariedSamples = internalMutation({
  args: {
    manager: v.string(),
    recipient: v.string(),
    first: v.number(),
    count: v.number(),
    status: v.optional(status),
    isScattered: v.optional(v.boolean()),
  },
  returns: v.null(),
  handler: async (ctx, { manager, recipient, first, count, isScattered = false, ...only }) => {
    const holder = await Users.getByEmail(ctx, manager);
    if (holder === null) throw new Error(`${manager} is not a user`);
    await writeSamples(ctx, async (samples) => {
      for (let number = first; number < first + count; number++) {
        const { status = variedStatus(number) } = only;
        const at = variedDate(number);
        const request = PENDING[status];
        const sampleId = await Registration.insert(ctx, samples, {
          fields: { ...variedSample(number), ...(isScattered && scatteredPosition(number)) },
          manager: holder,
          registrant: holder,
          duplicate: "none",
          status: request === undefined ? (status as "In Use") : "In Use",
          at,
        });
        if (request === undefined) continue;
        const sample = await ctx.db.get("samples", sampleId);
        if (sample === null) throw new Error(`${sampleId} was not inserted`);
        const asked = { status, ...request(recipient, at + 3_600_000) };
        await samples.patch(sample, { ...asked, ...listIndexFields({ ...sample, ...asked }) });
      }
    });
    return null;
  },
});

type PendingFields = Partial<Doc<"samples">>;

/** The fields of a request, by the status that it leads to. */
const PENDING: { readonly [status in Status]?: (email: string, at: number) => PendingFields } = {
  "In Transit": (inTransitTo, inTransitDate) => ({ inTransitTo, inTransitDate }),
  "In Return": (inReturnTo, inReturnDate) => ({ inReturnTo, inReturnDate }),
  "Request Lost": (inOSapprby, reqOSDate) => ({ inOSapprby, reqOSDate }),
};

/** Makes every pending delivery of a webhook due, as if time had passed. At most 100. */
export const makeDeliveriesDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const { _id, status } of await ctx.db.query("webhookDeliveries").take(100)) {
      if (status === "queued") await ctx.db.patch("webhookDeliveries", _id, { nextAttemptAt: 0 });
    }
    return null;
  },
});

/** Makes the next attempt at every queued mail due. At most 100. */
export const makeMailsDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const { _id, status } of await ctx.db.query("mail").take(100)) {
      if (status === "queued") await ctx.db.patch("mail", _id, { nextAttemptAt: 0 });
    }
    return null;
  },
});

/** Makes every scheduled report due, as if its day had come. At most 100. */
export const makeReportsDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const { _id } of await ctx.db.query("reportSchedules").take(100)) {
      await ctx.db.patch("reportSchedules", _id, { dueAt: 1 });
    }
    return null;
  },
});

/** Makes the digests of a page of people due. @returns the cursor of the next page */
export const makeDigestsDue = internalMutation({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { cursor }): Promise<string | null> => {
    const found = await ctx.db.query("digests").paginate({ cursor, numItems: 200 });
    for (const { _id } of found.page) await ctx.db.patch("digests", _id, { nextAt: 1 });
    return found.isDone ? null : found.continueCursor;
  },
});
