/** People with a second factor, for tests on convex-test with a clock that stands still. */
import { api, identityOf, later, PASSWORD, verified, type Backend } from "./accounts";
import { APP_SECRET, appCode } from "./authenticator";
import { refusalIn } from "./refusals";

/** A time step of the codes, in ms. */
export const STEP = 30_000;

/** A person who has turned their second factor on; the step of that code has passed. */
export async function protectedPerson(backend: Backend, email: string, secret = APP_SECRET) {
  const tokens = await verified(backend, email);
  const as = backend.withIdentity(identityOf(tokens));
  const given = { password: PASSWORD, secret, code: appCode(secret) };
  const recoveryCodes = await as.action(api.secondFactors.turnOn, given);
  later(2 * STEP);
  return { as, tokens, recoveryCodes };
}

/** A person's news about their second factor, oldest first. */
export async function secondFactorNews(backend: Backend, email: string) {
  const rows = await backend.run((ctx) => ctx.db.query("notifications").collect());
  return rows.flatMap(({ to, notice }) =>
    to === email && notice.kind === "secondFactor" ? [notice] : [],
  );
}

/** The refusal's code, or "done". */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => refusalIn(error).code,
  );
