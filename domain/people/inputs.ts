/** Schemas of the app's forms, with the messages shown next to their fields. */
import { z } from "../common/zod";
import { MAX_EMAIL_LENGTH, normaliseEmail, parseEmail } from "../common/email";
import { REFUSALS, refusalOf } from "../common/errors";
import { isPhoneNumber } from "../common/phone";
import { hasAllKinds, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../common/password";
import { MAX_TEXT } from "../common/plainText";
import {
  DETAIL_TEXTS,
  DETAILS_OF,
  requiresDetails,
  type DetailName,
  type RequestDetails,
} from "../custody/requestDetails";
import type { RequestStep } from "../custody/workflow";

const TOO_LONG = `Must be at most ${MAX_TEXT} characters`;
const required = (message: string) => z.string().trim().min(1, message).max(MAX_TEXT, TOO_LONG);

/**
 * An e-mail address of the company.
 *
 * @param companyDomain from the deployment's settings (config.public); "" while they are loading,
 *   in which case only the server checks the domain
 */
function companyEmail(companyDomain: string) {
  return z
    .string()
    .trim()
    .min(1, "Email is required")
    .max(MAX_EMAIL_LENGTH, TOO_LONG)
    .refine((text) => parseEmail(text) !== null, "Must be a valid email")
    .refine(
      (text) =>
        companyDomain === "" ||
        parseEmail(text) === null ||
        normaliseEmail(text, companyDomain) !== null,
      REFUSALS.EMAIL_NOT_COMPANY,
    );
}

const newPassword = z
  .string()
  .min(1, "Password is required")
  .min(MIN_PASSWORD_LENGTH, "Must be at least 8 characters")
  .max(MAX_PASSWORD_LENGTH, TOO_LONG)
  .refine(
    hasAllKinds,
    "Must contain at least one uppercase letter, one lowercase letter, one number, and one special character",
  );

const noPassword = z.string().max(0);
const repeatedPassword = z.string().min(1, "Please repeat the password");
const passwordsMatch = { message: "Passwords must match", path: ["passwordConfirm"] };

export const signInInput = (companyDomain: string) =>
  z.object({
    email: companyEmail(companyDomain),
    password: newPassword,
    remember: z.boolean(),
  });

/** The fields that people enter about themselves at sign-up and in their profile. */
const person = {
  userLocation: required("Location is required"),
  country: required("Please select a country"),
  city: required("Please select a city"),
  passport: required("Passport is required"),
  phoneNumber: required("This field is Required").refine(
    (text) => text === "" || isPhoneNumber(text),
    "Phone number is not valid",
  ),
};

export const profileInput = z.object({ displayName: required("Name is required"), ...person });

/** @param asksPassword false for a person whom the company's sign-in service let in */
export const signUpInput = (companyDomain: string, asksPassword = true) =>
  z
    .object({
      firstName: required("First name is required"),
      lastName: required("Last name is required"),
      ...person,
      email: companyEmail(companyDomain),
      password: asksPassword ? newPassword : noPassword,
      passwordConfirm: asksPassword ? repeatedPassword : noPassword,
    })
    .refine(({ password, passwordConfirm }) => password === passwordConfirm, passwordsMatch);

export const resetInput = (companyDomain: string) =>
  z.object({ email: companyEmail(companyDomain) });

export const newPasswordInput = z
  .object({
    code: required("Code is required"),
    password: newPassword,
    passwordConfirm: repeatedPassword,
  })
  .refine(({ password, passwordConfirm }) => password === passwordConfirm, passwordsMatch);

export const changedPasswordInput = z
  .object({
    currentPassword: z.string().min(1, "Password is required"),
    password: newPassword,
    passwordConfirm: repeatedPassword,
  })
  .refine(({ password, passwordConfirm }) => password === passwordConfirm, passwordsMatch);

/**
 * The person asked by a request (recipient of a transfer or return, approver of a loss), and the
 * request's details.
 */
export function requestInput(step: RequestStep) {
  const detail = (name: DetailName) => {
    const { label, max } = DETAIL_TEXTS[name];
    const text = z.string().trim().max(max, `Must be at most ${max} characters`);
    if (!DETAILS_OF[step].includes(name) || !requiresDetails(step)) return text;
    return text.min(1, refusalOf("FIELD_MISSING", { label }).message);
  };
  return z.object({
    recipient: required("Please select one e-mail first."),
    note: detail("note"),
    trackingNumber: detail("trackingNumber"),
    lastSeen: detail("lastSeen"),
    whatHappened: detail("whatHappened"),
  });
}
export type RequestInput = z.infer<ReturnType<typeof requestInput>>;

/** No person and no details. */
export const EMPTY_REQUEST: RequestInput = {
  recipient: "",
  note: "",
  trackingNumber: "",
  lastSeen: "",
  whatHappened: "",
};

/** The non-blank details of `step` in the form's values. */
export function detailsOf(step: RequestStep, stated: RequestInput): RequestDetails {
  return Object.fromEntries(
    DETAILS_OF[step].flatMap((name) => (stated[name] === "" ? [] : [[name, stated[name]]])),
  );
}

/** The reason for a decline or a cancellation; the server applies the same rule. */
export const reasonInput = (isRequired: boolean) =>
  z.object({
    reason: isRequired
      ? required(refusalOf("FIELD_MISSING", { label: "Reason" }).message)
      : z.string().trim().max(MAX_TEXT, TOO_LONG),
  });
