import { v, type Infer } from "convex/values";
import { MAX_PERSON_ROWS, PERSON_POLICIES } from "#domain/people/personRows";
import { internal } from "./_generated/api";
import { action } from "./_generated/server";
import { randomToken } from "./lib/codes";
import { appError } from "./lib/errors";
import { adminInternalMutation } from "./lib/functions";
import { oneOf } from "./lib/validators";
import * as PeopleImport from "./model/staff/peopleImport";

const batch = {
  rows: v.array(v.object({ row: v.number(), fields: v.record(v.string(), v.string()) })),
  onDuplicate: oneOf(PERSON_POLICIES),
  dryRun: v.boolean(),
};
const results = v.array(PeopleImport.personResult);

/**
 * Processes up to 100 rows of a people import: invites new people, and updates the settings of the
 * others according to `onDuplicate`. Idempotent; `dryRun` writes nothing. This is an action,
 * because only actions may generate secrets; all valid rows are written in one transaction.
 *
 * @throws NOT_SIGNED_IN, DISABLED, NOT_ALLOWED, BATCH_TOO_LARGE
 */
export const importBatch = action({
  args: batch,
  returns: results,
  handler: async (ctx, args): Promise<Infer<typeof results>> => {
    const { length } = args.rows;
    if (length > MAX_PERSON_ROWS) throw appError("BATCH_TOO_LARGE", { max: MAX_PERSON_ROWS });
    const tokens = args.rows.map(randomToken);
    return await ctx.runMutation(internal.peopleImports.writeBatch, { ...args, tokens });
  },
});

export const writeBatch = adminInternalMutation({
  args: { ...batch, tokens: v.array(v.string()) },
  returns: results,
  handler: (ctx, args) => PeopleImport.importBatch(ctx, args, Date.now()),
});
