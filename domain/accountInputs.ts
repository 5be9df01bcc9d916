import { z } from "zod";
import { MAX_EMAIL_LENGTH, normaliseEmail, parseEmail } from "./email";
import { hasAllKinds, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password";

/**
 * What people type to sign up, sign in and reset a password; web form and server read the same inputs.
 * Messages are doc 1 §5's to the letter where it states one.
 */
const MAX_TEXT_LENGTH = 255;
/** Digits with the usual separators, 6 to 15 digits (ITU-T E.164), perhaps a leading +. */
const PHONE = /^\+?(?:[0-9][\s().-]{0,2}){6,15}$/;
/** Digits of the code in a mail. */
export const CODE_LENGTH = 8;

const text = (required: string) =>
  z
    .string()
    .trim()
    .min(1, required)
    .max(MAX_TEXT_LENGTH, `Must be at most ${MAX_TEXT_LENGTH} characters`);

/** Answers the normalised address. */
export const companyEmail = (companyDomain: string) =>
  z.string().transform((typed, context) => {
    const email = normaliseEmail(typed, companyDomain);
    if (email !== null) return email;
    context.issues.push({
      code: "custom",
      message: emailFault(typed, companyDomain),
      input: typed,
    });
    return z.NEVER;
  });

function emailFault(typed: string, companyDomain: string): string {
  if (typed.trim() === "") return "Email is required";
  if (typed.trim().length > MAX_EMAIL_LENGTH) {
    return `Must be at most ${MAX_EMAIL_LENGTH} characters`;
  }
  if (parseEmail(typed) === null) return "Must be a valid email";
  return `Email must be an e-mail of the company (@${companyDomain})`;
}

/** A password that already exists: its strength is no longer the question. */
const existingPassword = z
  .string()
  .min(1, "Password is required")
  .max(MAX_PASSWORD_LENGTH, `Must be at most ${MAX_PASSWORD_LENGTH} characters`);

export const newPassword = existingPassword
  .min(MIN_PASSWORD_LENGTH, `Must be at least ${MIN_PASSWORD_LENGTH} characters`)
  .refine(hasAllKinds, {
    message:
      "Must contain at least one uppercase letter, one lowercase letter, one number, and one special character",
    // Also while another field of the form is wrong.
    when: ({ value }) => typeof value === "string" && value !== "",
  });

/** Doc 1 states the complexity rule for sign-in, too. */
export const signInInput = (companyDomain: string) =>
  z.object({ email: companyEmail(companyDomain), password: newPassword });

const degrees = (limit: number) => z.number().min(-limit).max(limit);

const profile = {
  firstName: text("First name is required"),
  lastName: text("Last name is required"),
  userLocation: text("Location is required"),
  country: text("Please select a country"),
  city: text("Please select a city"),
  passport: text("Passport is required"),
  phoneNumber: z
    .string()
    .trim()
    .min(1, "This field is Required")
    .regex(PHONE, "Phone number is not valid"),
  /** Of the chosen address. */
  userLat: degrees(90),
  userLng: degrees(180),
  /** Of the device, if the person allowed it. */
  realLocation: z.string().max(MAX_TEXT_LENGTH).optional(),
  realLat: degrees(90).optional(),
  realLng: degrees(180).optional(),
};

export const signUpInput = (companyDomain: string) =>
  z
    .object({
      ...profile,
      email: companyEmail(companyDomain),
      password: newPassword,
      passwordConfirm: z.string().min(1, "Password is required"),
    })
    .refine(({ password, passwordConfirm }) => password === passwordConfirm, {
      message: "Passwords must match",
      path: ["passwordConfirm"],
      when: ({ value }) => {
        const form = value as { password?: unknown; passwordConfirm?: unknown };
        return Boolean(form.password) && Boolean(form.passwordConfirm);
      },
    });

/** People copy codes with spaces. */
const code = z
  .string()
  .transform((typed) => typed.replace(/\s/g, ""))
  .pipe(z.string().regex(/^[0-9]{8}$/, `The code has ${CODE_LENGTH} digits`));

export const codeInput = z.object({ code });
export const resetInput = (companyDomain: string) =>
  z.object({ email: companyEmail(companyDomain) });
export const newPasswordInput = z.object({ code, newPassword });

/**
 * Arguments of `auth.signIn` with provider "password", by flow. Strict: a field that a flow does not
 * know (`role`, `emailVerified`) refuses the call.
 */
export const passwordFlows = (companyDomain: string) => {
  const email = companyEmail(companyDomain);
  return z.discriminatedUnion("flow", [
    z.strictObject({
      flow: z.literal("signIn"),
      email,
      password: existingPassword,
      client: z.enum(["browser", "terminal"]).default("browser"),
    }),
    z.strictObject({ flow: z.literal("signUp"), ...profile, email, password: newPassword }),
    z.strictObject({ flow: z.literal("verify"), email, password: existingPassword, code }),
    z.strictObject({ flow: z.literal("resend"), email }),
    z.strictObject({ flow: z.literal("reset"), email }),
    z.strictObject({ flow: z.literal("resetVerify"), email, code, newPassword }),
  ]);
};

export type PasswordFlow = z.output<ReturnType<typeof passwordFlows>>;
export type SignUp = Extract<PasswordFlow, { flow: "signUp" }>;
