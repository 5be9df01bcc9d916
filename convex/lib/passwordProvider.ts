import { ConvexCredentials } from "@convex-dev/auth/providers/ConvexCredentials";
import type { GenericActionCtx } from "convex/server";
import { REFUSALS } from "../../domain/errors";
import { passwordFlows, type PasswordFlow } from "../../domain/passwordFlows";
import { internal } from "../_generated/api";
import type { DataModel } from "../_generated/dataModel";
import { settings } from "../config";
import { PROVIDER, type Entry } from "../model/accounts";
import { randomCode } from "./codes";
import { appError } from "./errors";

/**
 * Sign-up, sign-in, verification and reset by e-mail and password.
 *
 * Every flow is the same three steps: use up an attempt of this flow and address; hash the password,
 * outside any transaction and also where there is no account; write, in one transaction. With uniform
 * messages the answer and its cost are the same for known and unknown addresses.
 */

type Ctx = GenericActionCtx<DataModel>;
type Flow<Name extends PasswordFlow["flow"]> = Extract<PasswordFlow, { flow: Name }>;
type Entered = Pick<Extract<Entry, { kind: "entered" }>, "userId" | "sessionId">;

/** Null: nobody is signed in, and the next thing to do is to read one's mail. */
async function authorize(params: unknown, ctx: Ctx): Promise<Entered | null> {
  const input = parse(params);
  switch (input.flow) {
    case "signIn":
      return await signIn(ctx, input);
    case "signUp":
      return await signUp(ctx, input);
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

async function signIn(ctx: Ctx, { email, password, client }: Flow<"signIn">) {
  const { secret, isRight } = await checkPassword(ctx, "signIn", email, password);
  if (secret === null && isExplicit()) throw appError("USER_UNKNOWN");
  if (secret === null || !isRight) throw appError("CREDENTIALS_WRONG");
  const newCode = randomCode();
  const entry = await ctx.runMutation(internal.accounts.enter, { email, secret, client, newCode });
  return entered(entry, "CREDENTIALS_WRONG");
}

async function signUp(ctx: Ctx, input: Flow<"signUp">) {
  await begin(ctx, "signUp", input.email);
  const secret = await ctx.runAction(internal.passwords.hash, { password: input.password });
  const person = {
    email: input.email,
    displayName: `${input.firstName} ${input.lastName}`,
    passPort: input.passport,
    country: input.country,
    city: input.city,
    phoneNumber: input.phoneNumber,
    userLocation: input.userLocation,
    userLat: input.userLat,
    userLng: input.userLng,
    ...(input.realLocation === undefined ? {} : { realLocation: input.realLocation }),
    ...(input.realLat === undefined ? {} : { realLat: input.realLat }),
    ...(input.realLng === undefined ? {} : { realLng: input.realLng }),
  };
  const outcome = await ctx.runMutation(internal.accounts.signUp, {
    person,
    secret,
    code: randomCode(),
  });
  if (outcome === "taken" && isExplicit()) throw appError("EMAIL_TAKEN");
  return null;
}

async function verify(ctx: Ctx, { email, password, code }: Flow<"verify">) {
  const { secret, isRight } = await checkPassword(ctx, "verify", email, password);
  if (secret === null || !isRight) throw appError("CODE_WRONG");
  const entry = await ctx.runMutation(internal.accounts.verify, { email, secret, code });
  return entered(entry, "CODE_WRONG");
}

async function requestCode(ctx: Ctx, { flow, email }: Flow<"resend" | "reset">) {
  const code = randomCode();
  const answer = await ctx.runMutation(internal.accounts.requestCode, { flow, email, code });
  if (answer.waitMs !== null) throw tooMany(answer.waitMs);
  if (!answer.isKnown && isExplicit()) throw appError("USER_UNKNOWN");
  return null;
}

async function resetPassword(ctx: Ctx, { email, code, newPassword }: Flow<"resetVerify">) {
  await begin(ctx, "resetVerify", email);
  const secret = await ctx.runAction(internal.passwords.hash, { password: newPassword });
  const entry = await ctx.runMutation(internal.accounts.resetPassword, { email, code, secret });
  return entered(entry, "CODE_WRONG");
}

/**
 * Uses up an attempt. @returns the account's password hash, null where there is no account
 * @throws TOO_MANY_ATTEMPTS
 */
async function begin(
  ctx: Ctx,
  flow: Exclude<PasswordFlow["flow"], "resend" | "reset">,
  email: string,
): Promise<string | null> {
  const begun = await ctx.runMutation(internal.accounts.begin, { flow, email });
  if (begun.waitMs !== null) throw tooMany(begun.waitMs);
  return begun.secret;
}

const tooMany = (waitMs: number) =>
  appError("TOO_MANY_ATTEMPTS", { minutes: Math.ceil(waitMs / 60_000) });

async function checkPassword(
  ctx: Ctx,
  flow: "signIn" | "verify",
  email: string,
  password: string,
): Promise<{ secret: string | null; isRight: boolean }> {
  const secret = await begin(ctx, flow, email);
  const isRight = await ctx.runAction(internal.passwords.verify, { password, secret });
  return { secret, isRight };
}

function entered(entry: Entry, refusal: "CREDENTIALS_WRONG" | "CODE_WRONG"): Entered {
  switch (entry.kind) {
    case "entered":
      return { userId: entry.userId, sessionId: entry.sessionId };
    case "unverified":
      throw appError("EMAIL_UNVERIFIED");
    case "disabled":
      throw appError("DISABLED");
    case "wrong":
      throw appError(refusal);
    default:
      return entry satisfies never;
  }
}

const isExplicit = () => settings().accountMessages === "explicit";
