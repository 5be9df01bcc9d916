import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Caller } from "./backend";
import { DEMO_PASSWORD } from "./deployment";

/** Somebody of the demo lab who calls functions, for what a test only needs to have happened. */
export async function demoClient(url: string, email: string): Promise<Caller> {
  const client = new ConvexHttpClient(url, { logger: false });
  const { tokens } = (await client.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signIn", email, password: DEMO_PASSWORD, client: "terminal" },
  })) as { tokens?: { token: string } };
  if (tokens === undefined) throw new Error(`${email} could not sign in`);
  client.setAuth(tokens.token);
  return client as unknown as Caller; // its types want public functions only
}
