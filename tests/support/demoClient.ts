import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Backend, Caller } from "./deployments/backend";
import { DEMO_PASSWORD } from "./deployments/deployment";

type Tokens = { readonly token: string; readonly refreshToken: string };

/** A new session for a person of the demo lab, as the sign-in form or `sms login` gets one. */
export async function demoTokens(
  url: string,
  email: string,
  client: "browser" | "terminal",
): Promise<Tokens> {
  const { tokens } = (await new ConvexHttpClient(url, { logger: false }).action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signIn", email, password: DEMO_PASSWORD, client },
  })) as { tokens?: Tokens };
  if (tokens === undefined) throw new Error(`${email} could not sign in`);
  return tokens;
}

/** A person of the demo lab who calls functions. */
type Calling = Caller & Pick<Backend["admin"], "action">;

/** Calls functions as a person of the demo lab, for preparations that need no page. */
export async function demoClient(url: string, email: string): Promise<Calling> {
  const client = new ConvexHttpClient(url, { logger: false });
  client.setAuth((await demoTokens(url, email, "terminal")).token);
  return client as unknown as Calling; // the client's types allow only public functions
}
