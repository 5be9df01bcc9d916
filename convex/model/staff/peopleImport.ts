import { v, type Infer } from "convex/values";
import { auditChanges } from "#domain/accounts/audit";
import { refusalOf, type Refusal } from "#domain/common/errors";
import { IMPORT_OUTCOMES } from "#domain/imports/importRows";
import { stillReported } from "#domain/common/messages";
import { omitUndefined } from "#domain/common/objects";
import { MAX_PERSON_ROWS, parsePersonRow, type PersonPolicy } from "#domain/people/personRows";
import type { Settings as PersonSettings } from "#domain/people/settings";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { settings as deployment } from "../../config";
import { appError, refusalAsValue } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import { oneOf } from "../../lib/validators";
import { withPresentSupervisor } from "../people/formerEmails";
import * as Invitations from "../accounts/invitations";
import * as Settings from "./settings";
import * as Users from "../people/users";

/** Imports people: invites those who have no account, and changes the settings of the others. */

/** Characters of a cell that an answer repeats. */
const MAX_VALUE = 60;

export const personResult = v.object({
  row: v.number(),
  outcome: oneOf(IMPORT_OUTCOMES),
  /** Everything that is wrong with a refused row. `field` and `value`: the cell, as it was sent. */
  problems: v.optional(
    v.array(
      v.object({
        code: v.string(),
        reason: v.string(),
        field: v.optional(v.string()),
        value: v.optional(v.string()),
      }),
    ),
  ),
  warning: v.optional(v.string()),
});
type PersonResult = Infer<typeof personResult>;
type Answer = Omit<PersonResult, "row" | "problems"> | { readonly refusals: readonly Refusal[] };

type SentRow = { readonly row: number; readonly fields: Readonly<Record<string, string>> };

type Options = {
  readonly onDuplicate: PersonPolicy;
  /** True: nothing is written, and the answers are those that the import would give. */
  readonly dryRun: boolean;
};

/**
 * Answers for at most 100 rows, each by itself. A person without an account is invited by mail,
 * with the settings of the row; "imported" says so. Whoever has an account or an open invitation is
 * "already" there when the row changes nothing, else skipped or updated. So a batch may be sent
 * again: nobody is invited twice.
 *
 * @param tokens as many as rows; drawn by the caller, because a mutation may run twice
 * @throws BATCH_TOO_LARGE
 */
export async function importBatch(
  ctx: AdministratorCtx,
  {
    rows,
    tokens,
    ...options
  }: Options & { readonly rows: readonly SentRow[]; readonly tokens: readonly string[] },
  now: number,
): Promise<PersonResult[]> {
  if (rows.length > MAX_PERSON_ROWS) throw appError("BATCH_TOO_LARGE", { max: MAX_PERSON_ROWS });
  const results: PersonResult[] = [];
  for (const [index, { row, fields }] of rows.entries()) {
    const token = tokens[index];
    if (token === undefined) throw new Error(`No token for row ${row}`);
    const answer = await importRow(ctx, fields, { ...options, token, now });
    results.push({ row, ...resultOf(answer, fields) });
  }
  return results;
}

/** Adds to each refusal the cell that it is about. */
function resultOf(answer: Answer, cells: SentRow["fields"]): Omit<PersonResult, "row"> {
  if (!("refusals" in answer)) return answer;
  const problems = answer.refusals.map(({ code, message, field }) => {
    const value = field === undefined ? undefined : cells[field]?.slice(0, MAX_VALUE);
    return omitUndefined({ code, reason: message, field, value });
  });
  return { outcome: "refused", problems };
}

async function importRow(
  ctx: AdministratorCtx,
  fields: SentRow["fields"],
  { onDuplicate, dryRun, token, now }: Options & { readonly token: string; readonly now: number },
): Promise<Answer> {
  const { email, problems, ...row } = parsePersonRow(fields, deployment().companyDomain);
  const settings = await withPresentSupervisor(ctx, row.settings);
  if (email === null) {
    // The row names nobody, but its supervisor can be judged all the same.
    return { refusals: [...problems, ...(await supervisorRefusals(ctx, "", settings, null))] };
  }
  const account = await findAccount(ctx, email);
  const invitation = account === null ? await Invitations.getOpen(ctx, email, now) : null;
  const stored = account ?? invitation;
  const present = stored && (await withPresentSupervisor(ctx, stored));
  const refusals = [...problems, ...(await supervisorRefusals(ctx, email, settings, present))];
  const { disabled, ...initial } = settings;
  if (account === null && disabled === true) {
    refusals.push(refusalOf("PERSON_LOCKED", {}, "disabled"));
  }
  if (refusals.length > 0) return { refusals };

  const stated = account === null ? initial : settings;
  const isChange = auditChanges(present ?? {}, stated).length > 0;
  if (present !== null && !isChange) return { outcome: "already" };
  if (present !== null && onDuplicate === "skip") return { outcome: "skipped" };
  if (account !== null) return await updateAccount(ctx, account, settings, dryRun);
  if (invitation !== null) {
    if (!dryRun) await Invitations.amend(ctx, invitation, initial);
    return { outcome: "updated" };
  }
  if (!dryRun) {
    await Invitations.removeExpired(ctx, email, now);
    await Invitations.inviteOne(ctx, { email, token }, initial, now);
  }
  return { outcome: "imported" };
}

/** The person who has or had this address; null also while they have not verified theirs. */
async function findAccount(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  const user = await Users.findByAnyEmail(ctx, email);
  return user?.emailVerificationTime === undefined ? null : user;
}

/** Checks a supervisor who is new to the person: a present one may have left meanwhile. */
async function supervisorRefusals(
  ctx: QueryCtx,
  email: string,
  { supervisor, role }: PersonSettings,
  present: Doc<"users"> | Invitations.Invitation | null,
): Promise<Refusal[]> {
  if (supervisor === undefined || supervisor === present?.supervisor) return [];
  const person = { email: present?.email ?? email, role: role ?? present?.role ?? "user" };
  const check = () => Users.requireSupervisor(ctx, person, supervisor);
  const refusal = await refusalAsValue(check);
  return refusal === undefined ? [] : [refusal];
}

async function updateAccount(
  ctx: AdministratorCtx,
  { email }: Doc<"users">,
  settings: PersonSettings,
  dryRun: boolean,
): Promise<Answer> {
  const edit = { email, settings };
  if (dryRun) {
    const refusal = await refusalAsValue(() => Settings.check(ctx, edit));
    return refusal === undefined ? { outcome: "updated" } : { refusals: [refusal] };
  }
  const answer = await refusalAsValue(() => Settings.update(ctx, edit));
  if ("code" in answer) return { refusals: [answer] };
  const { length } = answer.unsupervised;
  return { outcome: "updated", ...(length > 0 && { warning: stillReported(length) }) };
}
