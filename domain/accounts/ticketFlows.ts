import { z } from "../common/zod";
import { browser, profile } from "./passwordFlows";

/** 256 random bits in base64url: 43 characters. */
const secret = z.string().regex(/^[\w-]{43}$/);

/**
 * Arguments of `auth.signIn` with provider "ticket", by flow. Each exchanges a one-time proof for a
 * session.
 *
 *   issuer        a sign-in that `issuer.finish` accepted, for a person with an account
 *   issuerSignUp  the same for a person without an account, who now states their profile
 *   terminal      the code that a browser passed to a terminal after the person's approval
 *   link          the link that an operator made for an admin in the server's terminal
 *
 * The schemas are strict: an unknown field (`role`, `email`) is refused.
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
