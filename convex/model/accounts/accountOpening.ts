/** Opens accounts whose mailbox the company itself confirms: its issuer, or its directory. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import * as Accounts from "./accounts";
import * as Invitations from "./invitations";
import * as PasswordFlows from "./passwordFlows";
import * as UserWrites from "./userWrites";

/**
 * Opens an account for a newcomer: voids sign-ups that others made for the address, and gives the
 * settings of an admin's invitation. The caller has checked that no person has the address.
 */
export async function open(
  ctx: MutationCtx,
  newcomer: UserWrites.NewUser,
  now: number,
): Promise<Doc<"users">> {
  const account =
    (await Accounts.getByEmail(ctx, newcomer.email)) ??
    (await Accounts.create(ctx, newcomer, undefined, now)).account;
  await PasswordFlows.settle(ctx, account, { person: newcomer, secret: undefined }, now);
  const user = await Accounts.userOf(ctx, account);
  await UserWrites.verify(ctx, user, now);
  await Invitations.accept(ctx, user, now);
  return user;
}
