import { convexTest, type TestConvex } from "convex-test";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import * as Sessions from "../../convex/model/access/sessions";
import * as UserWrites from "../../convex/model/accounts/userWrites";
import * as Users from "../../convex/model/people/users";
import schema from "../../convex/schema";
import type { Role } from "#domain/custody/workflow";
import "./cheapPasswords";
import { convexModules } from "./deployments/convexModules";
import "./deployments/quickQueries";
import { refusalIn } from "./refusals";

const DOMAIN = "company.com";
export const PASSWORD = "Correct-horse!1";

/**
 * A backend with accounts configured and no people. Use with `vi.unstubAllEnvs` after each test.
 */
export async function accountsBackend(environment: Record<string, string> = {}) {
  const settings = {
    SMS_COMPANY_DOMAIN: DOMAIN,
    CONVEX_SITE_URL: "http://localhost:3210",
    SMS_STREAMS_EXPORTS: "1", // as on the embedded deployment
  };
  const keys = await signingKeys;
  for (const [name, value] of Object.entries({ ...settings, ...keys, ...environment })) {
    vi.stubEnv(name, value);
  }
  return convexTest(schema, convexModules);
}

export type Backend = TestConvex<typeof schema>;

/**
 * `accountsBackend` with a fake clock that only `later` advances. Use with `restore` after each
 * test.
 */
export async function accountsBackendAtRest(): Promise<Backend> {
  vi.useFakeTimers({ toFake: ["Date"] });
  return await accountsBackend();
}

export function later(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Restores the clock, the environment and globals after a test. */
export function restore(): void {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
}

const signingKeys = (async () => {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  return {
    JWT_PRIVATE_KEY: await exportPKCS8(privateKey),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(publicKey)) }] }),
  };
})();

/** A filled sign-up form; pass the fields that matter. */
export function signUpForm(email: string, changes: Record<string, unknown> = {}) {
  return {
    flow: "signUp",
    email,
    password: PASSWORD,
    firstName: "Ana",
    lastName: "Lima",
    userLocation: "Av. Paulista 1000, São Paulo",
    country: "Brazil",
    city: "São Paulo",
    passport: "P1234567",
    phoneNumber: "+55 11 99999 9999",
    userLat: -23.56,
    userLng: -46.65,
    ...changes,
  };
}

/** The profile that resetting the password of a never activated account takes. */
export function profileForm(changes: Record<string, unknown> = {}) {
  const { flow: _, email: __, password: ___, ...profile } = signUpForm("", changes);
  return profile;
}

export type Tokens = { token: string; refreshToken: string };

/** Calls `auth.signIn` once; if it is refused, returns the refusal's code. */
export async function flow(backend: Pick<Backend, "action">, params: Record<string, unknown>) {
  try {
    const { tokens } = (await backend.action(api.auth.signIn, {
      provider: "password",
      params,
    })) as { tokens?: Tokens | null };
    return { tokens: tokens ?? null, code: null, message: null };
  } catch (error) {
    const { code, message } = refusalIn(error);
    return { tokens: null, code, message };
  }
}

/** Mails to one address, oldest first. */
export async function mailsTo(backend: Backend, email: string): Promise<Doc<"mail">[]> {
  const mails = await backend.run((ctx) => ctx.db.query("mail").collect());
  return mails.filter(({ to }) => to === email);
}

/** The code in the newest mail to that address. */
export async function codeFor(backend: Backend, email: string): Promise<string> {
  const text = (await mailsTo(backend, email)).at(-1)?.message.text ?? "";
  return /code: (\d{8})/.exec(text)?.[1] ?? "no code";
}

/** A person who signed up and entered the code. */
export async function verified(backend: Backend, email: string): Promise<Tokens> {
  await flow(backend, signUpForm(email));
  const code = await codeFor(backend, email);
  const { tokens } = await flow(backend, { flow: "verify", email, password: PASSWORD, code });
  if (!tokens) throw new Error(`${email} was not let in`);
  return tokens;
}

/** Verifies an access token like the deployment. */
export function identityOf({ token }: Tokens) {
  const payload = JSON.parse(atob(token.split(".")[1] ?? "")) as {
    sub: string;
    iss: string;
    iat: number;
    exp: number;
  };
  return { ...payload, subject: payload.sub, issuer: payload.iss };
}

export async function userOf(backend: Backend, email: string): Promise<Doc<"users">> {
  return await backend.run((ctx) => Users.getByEmailOrThrow(ctx, email));
}

export async function exchange(backend: Backend, refreshToken: string): Promise<Tokens | null> {
  const { tokens } = (await backend.action(api.auth.signIn, { refreshToken })) as {
    tokens?: Tokens | null;
  };
  return tokens ?? null;
}

type SomeoneOptions = {
  role?: Role;
  supervisor?: string;
  displayName?: string;
  isVerified?: boolean;
};

/** A person with a session and without a password. */
export async function someone(backend: Backend, email: string, options: SomeoneOptions = {}) {
  const { role = "user", supervisor, displayName = email, isVerified = true } = options;
  const ids = await backend.run(async (ctx) => {
    const now = Date.now();
    const userId = await UserWrites.insert(
      ctx,
      {
        email,
        displayName,
        passPort: `passport of ${email}`,
        country: "Brazil",
        city: "São Paulo",
        phoneNumber: "+55 11 99999 9999",
        userLocation: "Av. Paulista 1000",
        userLat: -23.56,
        userLng: -46.65,
        ...(supervisor === undefined ? {} : { supervisor }),
      },
      now,
    );
    const user = await Users.getByEmailOrThrow(ctx, email);
    if (isVerified) await UserWrites.verify(ctx, user, now);
    await UserWrites.setRole(ctx, user, role);
    return { userId, sessionId: await Sessions.start(ctx, userId, "browser", now) };
  });
  return { ...ids, email, as: backend.withIdentity(subject(ids)) };
}

const subject = ({
  userId,
  sessionId,
}: {
  userId: Id<"users">;
  sessionId: Id<"authSessions">;
}) => ({
  subject: `${userId}|${sessionId}`,
});

export { api, internal };
