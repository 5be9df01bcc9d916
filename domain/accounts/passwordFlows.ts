import { z } from "../common/zod";
import { normaliseEmail } from "../common/email";
import { REFUSALS } from "../common/errors";
import { isPhoneNumber } from "../common/phone";
import { findUnreadable, MAX_TEXT, plainName } from "../common/plainText";
import { isStrongPassword, MAX_PASSWORD_LENGTH } from "../common/password";
import { SECRET } from "./secondFactor";

/** Number of digits of a mailed code. */
export const CODE_LENGTH = 8;

const text = z
  .string()
  .overwrite(plainName)
  .min(1)
  .max(MAX_TEXT)
  .refine((typed) => findUnreadable(typed) === null);
const degrees = (limit: number) => z.number().min(-limit).max(limit);

/** Accepts a company address and returns its normalised spelling. */
const companyEmail = (companyDomain: string) =>
  z.string().transform((typed, context) => {
    const email = normaliseEmail(typed, companyDomain);
    if (email !== null) return email;
    context.addIssue({ code: "custom", message: REFUSALS.EMAIL_NOT_COMPANY });
    return z.NEVER;
  });

/** The password of an existing account; accepted even if it is weak by today's rules. */
const password = z.string().min(1).max(MAX_PASSWORD_LENGTH);
const newPassword = z.string().refine(isStrongPassword, REFUSALS.PASSWORD_WEAK);

/** A code as people paste it, with its spaces removed. */
const code = z
  .string()
  .max(MAX_TEXT)
  .transform((typed) => typed.replace(/\s/g, ""));

/**
 * Random token (128 bits) that identifies a browser, sent with every flow. The throttle counts
 * attempts of known browsers apart from strangers'; the token grants no access. Programs send none.
 */
export const browser = z
  .string()
  .regex(/^[\w-]{22,64}$/)
  .optional();

/** A person's profile, under the field names of the sign-up form. */
export const profile = {
  firstName: text,
  lastName: text,
  userLocation: text,
  country: text,
  city: text,
  passport: text,
  phoneNumber: text.refine(isPhoneNumber, "Phone number is not valid"),
  /** Coordinates of the chosen address, in degrees. */
  userLat: degrees(90),
  userLng: degrees(180),
  /** Location of the device, if the person allowed the browser to share it. */
  realLocation: text.optional(),
  realLat: degrees(90).optional(),
  realLng: degrees(180).optional(),
};

/**
 * Arguments of `auth.signIn` with provider "password", by flow. The schemas are strict: an unknown
 * field (`role`, `emailVerified`) is refused.
 */
export const passwordFlows = (companyDomain: string) => {
  const email = companyEmail(companyDomain);
  return z.discriminatedUnion("flow", [
    z.strictObject({
      flow: z.literal("signIn"),
      email,
      password,
      browser,
      /**
       * A terminal session has no idle sign-out, because it leaves no screen open that a passer-by
       * could use.
       */
      client: z.enum(["browser", "terminal"]).default("browser"),
      /** A code of the authenticator app, or a recovery code (domain/accounts/secondFactor.ts). */
      secondCode: z.string().max(MAX_TEXT).optional(),
      /**
       * Sets up a second factor for a person whose role needs one and who has none. `secondCode`
       * must be a code made from it.
       */
      newSecret: z.string().regex(SECRET).optional(),
    }),
    z.strictObject({
      flow: z.literal("signUp"),
      email,
      password: newPassword,
      browser,
      ...profile,
    }),
    // The invitation stores the address; its link proves the mailbox.
    z.strictObject({
      flow: z.literal("invited"),
      token: z.string().min(1).max(MAX_TEXT),
      password: newPassword,
      browser,
      ...profile,
    }),
    z.strictObject({ flow: z.literal("verify"), email, password, code, browser }),
    z.strictObject({ flow: z.literal("resend"), email, browser }),
    z.strictObject({ flow: z.literal("reset"), email, browser }),
    z.strictObject({
      flow: z.literal("resetVerify"),
      email,
      code,
      newPassword,
      browser,
      /** Required while the address is unverified; PROFILE_MISSING asks for it. */
      person: z.strictObject(profile).optional(),
    }),
  ]);
};

export type PasswordFlow = z.output<ReturnType<typeof passwordFlows>>;
