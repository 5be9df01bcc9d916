/**
 * Sign-up, sign-in, verification and reset by e-mail and password.
 *
 * Every flow takes the same three steps:
 *
 * 1. It uses up an attempt of this flow and address. A wrong code or link ends the flow here.
 * 2. It hashes the password outside any transaction, even if there is no account. A full queue
 *   (passwords.ts) ends the flow here.
 * 3. It writes in one transaction, which also checks the second factor, if the account has one.
 *
 * With uniform messages (ACCOUNT_MESSAGES), answer and cost do not depend on whether the address
 * has an account.
 */
import { ConvexCredentials } from "@convex-dev/auth/providers/ConvexCredentials";
import type { GenericActionCtx } from "convex/server";
import { REFUSALS } from "#domain/common/errors";
import { omitUndefined } from "#domain/common/objects";
import { passwordFlows, type PasswordFlow } from "#domain/accounts/passwordFlows";
import { internal } from "../../_generated/api";
import type { DataModel } from "../../_generated/dataModel";
import { settings, signInSettings } from "../../config";
import { PROVIDER } from "../../model/accounts/accounts";
import type { Entry } from "../../model/accounts/passwordFlows";
import { randomCode } from "../codes";
import { appError, passwordsBusy, tooManyAttempts } from "../errors";
import { networkOf, originOf } from "../networks";
import { Turns, type Place } from "../turns";

type Ctx = GenericActionCtx<DataModel>;
type Flow<Name extends PasswordFlow["flow"]> = Extract<PasswordFlow, { flow: Name }>;
type Profile = Omit<Flow<"invited">, "flow" | "token" | "password" | "browser">;
type Entered = Pick<Extract<Entry, { kind: "entered" }>, "userId" | "sessionId">;

/**
 * Runs one flow. Null if it starts no session, because the person continues with their mail.
 *
 * @throws PASSWORDS_OFF for every flow, while the operator has turned passwords off
 */
async function authorize(params: unknown, ctx: Ctx): Promise<Entered | null> {
  const input = parse(params);
  if (!signInSettings().allowsPasswords) throw appError("PASSWORDS_OFF");
  switch (input.flow) {
    case "signIn":
      return await signIn(ctx, input);
    case "signUp":
      return await signUp(ctx, input);
    case "invited":
      return await acceptInvitation(ctx, input);
    case "verify":
      return await verify(ctx, input);
    case "resend":
    case "reset":
      return await requestCode(ctx, input);
    case "resetVerify":
      return await resetPassword(ctx, input);
    default:
      return input satisfies never;
  }
}

export const passwordProvider = ConvexCredentials<DataModel>({
  id: PROVIDER,
  authorize: (params, ctx) => authorize(params, ctx),
});

/** @throws EMAIL_NOT_COMPANY, PASSWORD_WEAK, INPUT_INVALID, each naming the field */
function parse(params: unknown): PasswordFlow {
  const parsed = passwordFlows(settings().companyDomain).safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const field = String(unknown ?? issue?.path[0] ?? "flow");
  if (issue?.message === REFUSALS.EMAIL_NOT_COMPANY) throw appError("EMAIL_NOT_COMPANY", {}, field);
  if (issue?.message === REFUSALS.PASSWORD_WEAK) throw appError("PASSWORD_WEAK", {}, field);
  throw appError("INPUT_INVALID", { field }, field);
}

async function signIn(ctx: Ctx, input: Flow<"signIn">) {
  const { email, password, client, browser, secondCode, newSecret } = input;
  const from = omitUndefined({ browser });
  const { secret, place } = await begin(ctx, { flow: "signIn", email, ...from });
  const isRight = await ctx.runAction(internal.passwords.verify, { password, secret, place });
  if (isRight === null) {
    await ctx.runMutation(internal.accounts.giveBack, { flow: "signIn", email, ...from });
    throw passwordsBusy();
  }
  if (secret === null && isExplicit()) throw appError("USER_UNKNOWN");
  if (secret === null || !isRight) throw appError("CREDENTIALS_WRONG");
  const second = omitUndefined({ secondCode, newSecret });
  const proof = { email, secret, client, newCode: randomCode(), ...second, ...from };
  const entry = await ctx.runMutation(internal.accounts.enter, proof);
  return entered(entry, "CREDENTIALS_WRONG");
}

async function signUp(ctx: Ctx, input: Flow<"signUp">) {
  const from = omitUndefined({ browser: input.browser });
  const attempt = { flow: "signUp", email: input.email, ...from } as const;
  const { place } = await begin(ctx, attempt);
  const secret = await ctx.runAction(internal.passwords.hash, { password: input.password, place });
  if (secret === null) {
    await ctx.runMutation(internal.accounts.giveBack, attempt);
    throw passwordsBusy();
  }
  const person = { email: input.email, ...profileOf(input) };
  const outcome = await ctx.runMutation(internal.accounts.signUp, {
    person,
    secret,
    code: randomCode(),
    ...from,
  });
  if (outcome === "taken" && isExplicit()) throw appError("EMAIL_TAKEN");
  return null;
}

async function acceptInvitation(ctx: Ctx, input: Flow<"invited">) {
  const from = omitUndefined({ browser: input.browser });
  const { token } = input;
  const begun = await ctx.runMutation(internal.accounts.beginInvited, { token, ...from });
  if (begun.waitMs !== null) throw tooManyAttempts(begun.waitMs);
  if (begun.email === null) throw appError("INVITATION_WRONG");
  const secret = await hashOrThrow(ctx, input.password, begun.place);
  const person = { email: begun.email, ...profileOf(input) };
  const accepted = { token, person, secret, ...from };
  return entered(await ctx.runMutation(internal.accounts.accept, accepted), "INVITATION_WRONG");
}

/** The profile fields of the form under their stored names. */
export function profileOf(input: Profile) {
  const { country, city, phoneNumber, userLocation, userLat, userLng } = input;
  const { realLocation, realLat, realLng } = input;
  return {
    displayName: `${input.firstName} ${input.lastName}`,
    passPort: input.passport,
    country,
    city,
    phoneNumber,
    userLocation,
    userLat,
    userLng,
    ...omitUndefined({ realLocation, realLat, realLng }),
  };
}

async function verify(ctx: Ctx, { email, password, code, browser }: Flow<"verify">) {
  const from = omitUndefined({ browser });
  const begun = await beginWithCode(ctx, { flow: "verify", email, code, browser });
  const { mailedCodeId, secret, place } = begun;
  if (mailedCodeId === null || secret === null) throw appError("CODE_WRONG");
  const isRight = await ctx.runAction(internal.passwords.verify, { password, secret, place });
  if (isRight === null) throw passwordsBusy();
  if (!isRight) throw appError("CODE_WRONG");
  const proof = { email, secret, mailedCodeId, ...from };
  return entered(await ctx.runMutation(internal.accounts.verify, proof), "CODE_WRONG");
}

async function requestCode(ctx: Ctx, { flow, email, browser }: Flow<"resend" | "reset">) {
  const request = { flow, email, code: randomCode(), ...omitUndefined({ browser }) };
  const answer = await ctx.runMutation(internal.accounts.requestCode, request);
  if (answer.waitMs !== null) throw tooManyAttempts(answer.waitMs);
  if (!answer.isKnown && isExplicit()) throw appError("USER_UNKNOWN");
  return null;
}

async function resetPassword(ctx: Ctx, input: Flow<"resetVerify">) {
  const { email, code, newPassword, browser, person: stated } = input;
  const begun = await beginWithCode(ctx, { flow: "resetVerify", email, code, browser });
  const { mailedCodeId, needsProfile, place } = begun;
  if (mailedCodeId === null) throw appError("CODE_WRONG");
  if (needsProfile && stated === undefined) throw appError("PROFILE_MISSING");
  const secret = await hashOrThrow(ctx, newPassword, place);
  const person = stated && { email, ...profileOf(stated) };
  const proof = { email, secret, mailedCodeId, ...omitUndefined({ browser, person }) };
  return entered(await ctx.runMutation(internal.accounts.resetPassword, proof), "CODE_WRONG");
}

/**
 * Number of attempts begun at the same time: enough to share a commit, few enough that a burst from
 * one site delays neither other functions nor the sign-ins of other sites.
 */
const beginnings = new Turns(4, 1_000);

/**
 * Uses up an attempt of a flow that anyone may start. The caller is unknown at this point, so sites
 * take turns.
 *
 * @throws PASSWORDS_BUSY if too many callers wait, which uses up nothing; TOO_MANY_ATTEMPTS
 */
async function begin(
  ctx: Ctx,
  attempt: { flow: "signIn" | "signUp"; email: string; browser?: string },
): Promise<{ secret: string | null; place: Place }> {
  const network = networkOf((await ctx.meta.getRequestMetadata()).ip);
  const place = { rank: "stranger", ...originOf(network) } as const;
  const start = () => ctx.runMutation(internal.accounts.begin, attempt);
  const begun = await beginnings.run(place, start);
  if (begun === null) throw passwordsBusy();
  if (begun.waitMs !== null) throw tooManyAttempts(begun.waitMs);
  return begun;
}

/**
 * Hashes the password of a caller who has proved that they own the mailbox. @throws PASSWORDS_BUSY
 */
async function hashOrThrow(ctx: Ctx, password: string, place: Place): Promise<string> {
  const secret = await ctx.runAction(internal.passwords.hash, { password, place });
  if (secret === null) throw passwordsBusy();
  return secret;
}

/** Uses up an attempt and looks up the code. @throws TOO_MANY_ATTEMPTS */
async function beginWithCode(
  ctx: Ctx,
  {
    flow,
    email,
    code,
    browser,
  }: Pick<Flow<"verify" | "resetVerify">, "flow" | "email" | "code" | "browser">,
) {
  const attempt = { flow, email, code, ...omitUndefined({ browser }) };
  const begun = await ctx.runMutation(internal.accounts.beginWithCode, attempt);
  if (begun.waitMs !== null) throw tooManyAttempts(begun.waitMs);
  return begun;
}

type WrongProof = "CREDENTIALS_WRONG" | "CODE_WRONG" | "INVITATION_WRONG";

function entered(entry: Entry, refusal: WrongProof): Entered {
  switch (entry.kind) {
    case "entered":
      return { userId: entry.userId, sessionId: entry.sessionId };
    case "unverified":
      throw appError("EMAIL_UNVERIFIED");
    case "disabled":
      throw appError("DISABLED");
    case "wrong":
      throw appError(refusal);
    case "codeNeeded":
      throw appError("SECOND_FACTOR_NEEDED");
    case "codeWrong":
      throw appError("SECOND_FACTOR_WRONG", {}, "code");
    case "factorMissing":
      throw appError("SECOND_FACTOR_MISSING");
    case "wait":
      throw tooManyAttempts(entry.waitMs);
    default:
      return entry satisfies never;
  }
}

const isExplicit = () => settings().accountMessages === "explicit";
