import { ConvexError } from "convex/values";
import { parsePrivateData, type PrivateInput } from "../../domain/privateData";
import type { UserMutationCtx } from "../lib/functions";
import * as Users from "./users";

/**
 * Saves what the caller states about themselves.
 *
 * @throws FIELD_MISSING, FIELD_TOO_LONG, FIELD_INVALID, naming the field
 */
export async function save(ctx: UserMutationCtx, stated: PrivateInput): Promise<null> {
  const fields = parsePrivateData(stated);
  if ("code" in fields) throw new ConvexError({ ...fields });
  await Users.setPrivateData(ctx, ctx.actor, fields);
  return null;
}
