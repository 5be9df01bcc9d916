import { z } from "zod";
import { browser, profile } from "./passwordFlows";

/** 256 random bits in base64url: 43 characters. */
const secret = z.string().regex(/^[\w-]{43}$/);

/**
 * Arguments of `auth.signIn` with provider "ticket", by flow: each exchanges a proof that is good
 * once for a session.
 *
 *   issuer        a sign-in that `issuer.finish` found good, of a person who has an account
 *   issuerSignUp  the same, of a person who has none yet and now says who they are
 *   terminal      the code that a browser passed to a terminal after its person had agreed
 *   link          the link that an operator made for an admin on the server's terminal
 *
 * The schemas are strict: a field that a flow does not know (`role`, `email`) refuses the call.
 */
export const TICKET_FLOWS = z.discriminatedUnion("flow", [
  z.strictObject({ flow: z.literal("issuer"), state: secret, verifier: secret, browser }),
  z.strictObject({
    flow: z.literal("issuerSignUp"),
    state: secret,
    verifier: secret,
    browser,
    ...profile,
  }),
  z.strictObject({ flow: z.literal("terminal"), code: secret, verifier: secret }),
  z.strictObject({ flow: z.literal("link"), token: secret, browser }),
]);

export type TicketFlow = z.output<typeof TICKET_FLOWS>;
