import { ConvexCredentials } from "@convex-dev/auth/providers/ConvexCredentials";
import type { GenericActionCtx } from "convex/server";
import { omitUndefined } from "#domain/common/objects";
import { TICKET_FLOWS, type TicketFlow } from "#domain/accounts/ticketFlows";
import { internal } from "../../_generated/api";
import type { DataModel, Id } from "../../_generated/dataModel";
import { appError } from "../errors";
import { profileOf } from "./passwordProvider";

/** The provider's id in `auth.ts` and in clients. */
export const TICKET_PROVIDER = "ticket";

type Entered = { userId: Id<"users">; sessionId: Id<"authSessions"> };

/**
 * Sign-in with a one-time proof (domain/accounts/ticketFlows.ts). Each flow is one transaction,
 * which uses up the proof and starts the session.
 */
export const ticketProvider = ConvexCredentials<DataModel>({
  id: TICKET_PROVIDER,
  authorize: (params, ctx) => authorize(params, ctx),
});

async function authorize(params: unknown, ctx: GenericActionCtx<DataModel>): Promise<Entered> {
  const input = parse(params);
  switch (input.flow) {
    case "issuer": {
      const { state, verifier, browser } = input;
      const proof = { state, verifier, ...omitUndefined({ browser }) };
      return await ctx.runMutation(internal.tickets.enter, proof);
    }
    case "issuerSignUp": {
      const { state, verifier, browser } = input;
      const proof = { state, verifier, ...omitUndefined({ browser }) };
      return await ctx.runMutation(internal.tickets.signUp, { ...proof, stated: profileOf(input) });
    }
    case "terminal": {
      const { code, verifier } = input;
      return await ctx.runMutation(internal.tickets.enterTerminal, { code, verifier });
    }
    case "link":
      return await ctx.runMutation(internal.tickets.enterByLink, { token: input.token });
    default:
      return input satisfies never;
  }
}

/** @throws INPUT_INVALID, naming the field */
function parse(params: unknown): TicketFlow {
  const parsed = TICKET_FLOWS.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const field = String(unknown ?? issue?.path[0] ?? "flow");
  throw appError("INPUT_INVALID", { field }, field);
}
