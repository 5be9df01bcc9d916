/**
 * Maintains the supervisor list and the admin list, from which users choose who receives a return
 * or approves a loss. Every change is audited; a list entry grants no role.
 */
import { parseEmail } from "#domain/common/email";
import type { RefusalCode } from "#domain/common/errors";
import { mayAct } from "#domain/people/roles";
import type { Role } from "#domain/custody/workflow";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import * as Audit from "../access/audit";
import { presentEmail } from "../people/formerEmails";
import * as Recipients from "../people/recipients";
import * as Users from "../people/users";

type Listed = {
  email: string;
  /** Null for an address without an account. */
  displayName: string | null;
  role: Role | null;
  /** True if this person may be assigned as a supervisor. */
  maySupervise: boolean;
};

/** The entries of a list, by address. Reads at most 500 entries and their users. */
export async function list(ctx: QueryCtx, list: Recipients.List): Promise<Listed[]> {
  const emails = await Recipients.emailsOn(ctx, list);
  return await Promise.all(
    emails.map(async (email) => {
      const user = await Users.getByEmail(ctx, email);
      return {
        email,
        displayName: user?.displayName ?? null,
        role: user?.role ?? null,
        maySupervise: user !== null && user.isActive && mayAct(user.role, "supervisor"),
      };
    }),
  );
}

/**
 * Adds a typed address to the supervisor list.
 *
 * @throws LISTED_EMAIL_MISSING, INPUT_INVALID, LISTED_EMAIL_TAKEN
 */
export async function addSupervisor(ctx: AdministratorCtx, text: string): Promise<void> {
  const email = await presentEmail(ctx, typedEmail(text, "LISTED_EMAIL_MISSING"));
  await requireUnlisted(ctx, "supervisorModel", email, "LISTED_EMAIL_TAKEN");
  await Recipients.add(ctx, "supervisorModel", email);
  await Audit.append(ctx, { action: "Supervisor Added", person: email });
}

/**
 * Replaces an entry of the supervisor list with a typed address.
 *
 * @throws ENTRY_NOT_SELECTED if the entry no longer exists or the text is empty; INPUT_INVALID,
 *   LISTED_EMAIL_TAKEN
 */
export async function updateSupervisor(
  ctx: AdministratorCtx,
  selected: string,
  text: string,
): Promise<void> {
  const before = await selectedEntry(ctx, "supervisorModel", selected, "ENTRY_NOT_SELECTED");
  const email = await presentEmail(ctx, typedEmail(text, "ENTRY_NOT_SELECTED"));
  await requireUnlisted(ctx, "supervisorModel", email, "LISTED_EMAIL_TAKEN");
  await Recipients.remove(ctx, "supervisorModel", before);
  await Recipients.add(ctx, "supervisorModel", email);
  const changes = [{ field: "email", from: before, to: email }];
  await Audit.append(ctx, { action: "Supervisor Updated", person: email, changes });
}

/**
 * Removes an entry of the supervisor list.
 *
 * @param missing code of the refusal if there is no such entry
 */
export async function removeSupervisor(
  ctx: AdministratorCtx,
  selected: string,
  missing: "ENTRY_NOT_SELECTED" | "PERSON_NOT_SELECTED",
): Promise<void> {
  const email = await selectedEntry(ctx, "supervisorModel", selected, missing);
  await Recipients.remove(ctx, "supervisorModel", email);
  await Audit.append(ctx, { action: "Supervisor Deleted", person: email });
}

/**
 * Adds an existing user to the supervisor list.
 *
 * @throws PERSON_NOT_SELECTED, RECIPIENT_UNKNOWN, SUPERVISOR_LISTED
 */
export async function addUserAsSupervisor(ctx: AdministratorCtx, text: string): Promise<void> {
  const email = await chosenUser(ctx, text);
  await requireUnlisted(ctx, "supervisorModel", email, "SUPERVISOR_LISTED");
  await Recipients.add(ctx, "supervisorModel", email);
  await Audit.append(ctx, { action: "Supervisor Added", person: email });
}

/**
 * Adds an existing user to the admin list.
 *
 * @throws PERSON_NOT_SELECTED, RECIPIENT_UNKNOWN, ADMIN_LISTED
 */
export async function addUserAsAdmin(ctx: AdministratorCtx, text: string): Promise<void> {
  const email = await chosenUser(ctx, text);
  await requireUnlisted(ctx, "adminModel", email, "ADMIN_LISTED");
  await Recipients.add(ctx, "adminModel", email);
  await Audit.append(ctx, { action: "Admin Added", person: email });
}

/**
 * Removes an entry of the admin list.
 * @throws PERSON_NOT_SELECTED, ADMIN_NOT_LISTED
 */
export async function removeAdmin(ctx: AdministratorCtx, selected: string): Promise<void> {
  if (selected.trim() === "") throw appError("PERSON_NOT_SELECTED");
  const email = await selectedEntry(ctx, "adminModel", selected, "ADMIN_NOT_LISTED");
  await Recipients.remove(ctx, "adminModel", email);
  await Audit.append(ctx, { action: "Admin Deleted", person: email });
}

/**
 * Normalises a typed address.
 *
 * @param missing code of the refusal for an empty text
 */
function typedEmail(text: string, missing: RefusalCode): string {
  if (text.trim() === "") throw appError(missing, {}, "email");
  const email = parseEmail(text);
  if (email === null) throw appError("INPUT_INVALID", { field: "Email" }, "email");
  return email;
}

/** Returns the present address of an existing user. */
async function chosenUser(ctx: QueryCtx, text: string): Promise<string> {
  const user = await Users.findByAnyEmail(ctx, typedEmail(text, "PERSON_NOT_SELECTED"));
  if (user === null) throw appError("RECIPIENT_UNKNOWN", {}, "email");
  return user.email;
}

/**
 * Returns the address of an entry of `list`.
 *
 * @param missing code of the refusal if there is no such entry
 */
async function selectedEntry(
  ctx: QueryCtx,
  list: Recipients.List,
  selected: string,
  missing: RefusalCode,
): Promise<string> {
  const email = parseEmail(selected);
  if (email === null || !(await Recipients.isOn(ctx, list, email))) throw appError(missing);
  return email;
}

async function requireUnlisted(
  ctx: QueryCtx,
  list: Recipients.List,
  email: string,
  taken: RefusalCode,
): Promise<void> {
  if (await Recipients.isOn(ctx, list, email)) throw appError(taken, {}, "email");
}
