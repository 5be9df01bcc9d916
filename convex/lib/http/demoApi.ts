/**
 * The mock sign-in API of a demo, which is open to everyone and runs on a single computer. Its
 * answers reveal which addresses exist, as the spec requires; so does a demo's sign-in page.
 */
import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT, type JSONWebKeySet } from "jose";
import { z } from "#domain/common/zod";
import { normaliseEmail } from "#domain/common/email";
import { REFUSALS } from "#domain/common/errors";
import { MESSAGES } from "#domain/common/messages";
import { isStrongPassword, MAX_PASSWORD_LENGTH } from "#domain/common/password";
import { MAX_TEXT } from "#domain/common/plainText";
import { internal } from "../../_generated/api";
import { httpAction, type ActionCtx } from "../../_generated/server";
import { settings } from "../../config";
import { passwordsBusy, tooManyAttempts } from "../errors";
import { privateJson } from "./responses";

/** Delay of each answer, imitating a real service. */
const DELAY_MS = 1000;

const text = z.string().trim().min(1).max(MAX_TEXT);
const credentials = z.object({ email: text, password: z.string().min(1).max(MAX_PASSWORD_LENGTH) });
const registration = credentials.extend({ firstName: text, lastName: text });

/** A refusal with its HTTP status and message. */
class Refusal extends Error {
  constructor(
    readonly status: 400 | 401,
    message: string,
  ) {
    super(message);
  }
}

export const signIn = demoAction(async (ctx, request) => {
  const { email, password } = await read(request, credentials);
  const address = normaliseEmail(email, settings().companyDomain) ?? "";
  const begun = await ctx.runMutation(internal.accounts.begin, { flow: "signIn", email: address });
  if (begun.waitMs !== null) throw new Refusal(400, tooManyAttempts(begun.waitMs).data.message);
  const { secret, place } = begun;
  if (secret === null) {
    throw new Refusal(400, "There is no user corresponding to the email address.");
  }
  const isRight = await ctx.runAction(internal.passwords.verify, { password, secret, place });
  if (isRight === null) throw new Refusal(400, passwordsBusy().data.message);
  const user = await ctx.runQuery(internal.accounts.activeByEmail, { email: address });
  if (!isRight || user === null) throw new Refusal(400, "Incorrect password");
  return { accessToken: await signDemoToken(user.id), user };
});

export const signUp = demoAction(async (ctx, request) => {
  const { email, password, firstName, lastName } = await read(request, registration);
  const address = normaliseEmail(email, settings().companyDomain);
  if (address === null) throw new Refusal(400, REFUSALS.EMAIL_NOT_COMPANY);
  if (!isStrongPassword(password)) throw new Refusal(400, REFUSALS.PASSWORD_WEAK);
  const begun = await ctx.runMutation(internal.accounts.begin, { flow: "signUp", email: address });
  if (begun.waitMs !== null) throw new Refusal(400, tooManyAttempts(begun.waitMs).data.message);
  const taken = "There already exists an account with the given email address.";
  if (begun.secret !== null) throw new Refusal(400, taken);
  const nowhere = { passPort: "", country: "", city: "", phoneNumber: "", userLocation: "" };
  const person = { email: address, displayName: `${firstName} ${lastName}`, ...nowhere };
  const { place } = begun;
  const secret = await ctx.runAction(internal.passwords.hash, { password, place });
  if (secret === null) throw new Refusal(400, passwordsBusy().data.message);
  const isNew = await ctx.runMutation(internal.accounts.insertVerified, { person, secret });
  if (!isNew) throw new Refusal(400, taken);
  const user = await ctx.runQuery(internal.accounts.activeByEmail, { email: address });
  if (user === null) throw new Error("The account was not made");
  return { accessToken: await signDemoToken(user.id), user };
});

export const myAccount = demoAction(async (ctx, request) => {
  const [scheme, token] = (request.headers.get("Authorization") ?? "").split(" ");
  if (scheme !== "Bearer" || !token) throw new Refusal(401, "Authorization token missing");
  const id = await readDemoToken(token);
  const user = id === null ? null : await ctx.runQuery(internal.accounts.activeById, { id });
  if (user === null) throw new Refusal(401, "Invalid authorization token");
  return { user };
});

/** Wraps a handler with JSON request and response; 404 unless this is a demo. */
function demoAction(handler: (ctx: ActionCtx, request: Request) => Promise<object>) {
  return httpAction(async (ctx: ActionCtx, request) => {
    if (settings().demoPassword === null) return answer(404, "Not found");
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
    try {
      return privateJson(await handler(ctx, request));
    } catch (error) {
      if (error instanceof Refusal) return answer(error.status, error.message);
      console.error(error);
      return answer(500, "Internal server error");
    }
  });
}

const answer = (status: number, message: string) => privateJson({ message }, status);

async function read<Body>(request: Request, shape: z.ZodType<Body>): Promise<Body> {
  const body: unknown = await request.json().catch(() => null);
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw new Refusal(400, MESSAGES.somethingWrong);
  return parsed.data;
}

/**
 * Access tokens of the demo sign-in API: signed with the deployment's key but for a separate
 * audience, so that no other endpoint accepts one as a session token.
 */
const AUDIENCE = "sms-demo-api";
const LIFETIME = "3d";
const ALGORITHM = "RS256";

async function signDemoToken(userId: string): Promise<string> {
  const key = await importPKCS8(process.env.JWT_PRIVATE_KEY ?? "", ALGORITHM);
  return await new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(userId)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(LIFETIME)
    .sign(key);
}

/** @returns the user id that was passed to `signDemoToken`; null for an invalid or expired token */
async function readDemoToken(token: string): Promise<string | null> {
  const keys = createLocalJWKSet(JSON.parse(process.env.JWKS ?? "") as JSONWebKeySet);
  const options = { audience: AUDIENCE, algorithms: [ALGORITHM] };
  const verified = await jwtVerify(token, keys, options).catch(() => null);
  return verified?.payload.sub ?? null;
}
