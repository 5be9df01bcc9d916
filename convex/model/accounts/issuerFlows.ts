/**
 * Finds the account that belongs to an identity at the issuer (docs/product.md, "Company sign-in"),
 * and starts its session. No claim changes a role, a supervisor or an e-mail.
 */
import { normaliseEmail, parseEmail } from "#domain/common/email";
import { signInLinkedMail } from "#domain/mail/signInMail";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings, signInSettings } from "../../config";
import { appError } from "../../lib/errors";
import type { Identity } from "../../lib/signIn/issuer";
import * as AccountOpening from "./accountOpening";
import { isVerified } from "./accounts";
import * as FormerEmails from "../people/formerEmails";
import * as Identities from "./identities";
import * as IssuerSessions from "../access/issuerSessions";
import * as KnownClients from "../access/knownClients";
import * as Mail from "../mail/mail";
import * as Sessions from "../access/sessions";
import * as Users from "../people/users";
import * as UserWrites from "./userWrites";

type Found =
  | { readonly kind: "person"; readonly user: Doc<"users">; readonly isLinked: boolean }
  /** No account has the address, or only one whose mailbox is not proved. */
  | { readonly kind: "newcomer"; readonly email: string };

/**
 * Finds the account of an identity: by (issuer, subject), or, before the first link, by a company
 * e-mail that the issuer confirms.
 *
 * @throws DISABLED, ISSUER_EMAIL_MISSING, ISSUER_EMAIL_UNVERIFIED, ISSUER_EMAIL_FOREIGN,
 *   EMAIL_FORMER, ISSUER_LINKED
 */
export async function find(ctx: QueryCtx, identity: Identity): Promise<Found> {
  const owner = await Identities.ownerOf(ctx, identity);
  if (owner !== null) return person(owner, true);
  const email = requireEmail(identity);
  const user = await Users.getByEmail(ctx, email);
  if (user === null) {
    const former = await FormerEmails.ownerOf(ctx, email);
    if (former !== null) throw appError("EMAIL_FORMER", { email });
    return { kind: "newcomer", email };
  }
  if (!isVerified(user)) {
    if (user.disabled) throw appError("DISABLED");
    return { kind: "newcomer", email };
  }
  const link = await Identities.get(ctx, user._id);
  if (link?.issuer === identity.issuer) throw appError("ISSUER_LINKED", { email });
  return person(user, false);
}

function person(user: Doc<"users">, isLinked: boolean): Found {
  if (user.disabled) throw appError("DISABLED");
  return { kind: "person", user, isLinked };
}

/** Returns the identity's e-mail, which must be confirmed and of the company's domain. */
function requireEmail({ email: stated, isEmailVerified }: Identity): string {
  if (stated === null) throw appError("ISSUER_EMAIL_MISSING");
  const { companyDomain: domain } = settings();
  const email = normaliseEmail(stated, domain);
  if (email === null) throw appError("ISSUER_EMAIL_FOREIGN", { email: stated, domain });
  // The operator's setting replaces a missing claim; it never overrides a claim.
  const isConfirmed = isEmailVerified ?? signInSettings().issuer?.trustsEmail ?? false;
  if (!isConfirmed) throw appError("ISSUER_EMAIL_UNVERIFIED", { email });
  return email;
}

/** The caller's browser, and the time. */
type Moment = { readonly browser: string | undefined; readonly now: number };
type Entered = Awaited<ReturnType<typeof startSession>>;

/**
 * Starts a session for the identity's account. @throws PROFILE_MISSING for a newcomer, and the
 * errors of `find`
 */
export async function enter(
  ctx: MutationCtx,
  identity: Identity,
  moment: Moment,
): Promise<Entered> {
  const found = await find(ctx, identity);
  if (found.kind === "newcomer") throw appError("PROFILE_MISSING");
  if (!found.isLinked) await link(ctx, found.user, identity, moment.now);
  return await startSession(ctx, found.user, identity, moment);
}

/**
 * Opens an account for a newcomer, with the profile that they entered, and voids sign-ups that
 * others made for the address. If an account exists meanwhile, starts its session.
 *
 * @throws the errors of `find`
 */
export async function signUp(
  ctx: MutationCtx,
  identity: Identity,
  stated: Omit<UserWrites.NewUser, "email">,
  moment: Moment,
): Promise<Entered> {
  const found = await find(ctx, identity);
  if (found.kind === "person") return await enter(ctx, identity, moment);
  const { now } = moment;
  const newcomer = { ...stated, email: found.email };
  const user = await AccountOpening.open(ctx, newcomer, now);
  await Identities.link(ctx, user._id, identity);
  return await startSession(ctx, user, identity, moment);
}

/** Links an existing account to the identity, and notifies its owner. */
async function link(
  ctx: MutationCtx,
  user: Doc<"users">,
  identity: Identity,
  now: number,
): Promise<void> {
  await Identities.link(ctx, user._id, identity);
  const stated = { issuer: identity.issuer, email: parseEmail(identity.email ?? "") };
  await Mail.queue(ctx, user.email, signInLinkedMail(settings(), stated), { now });
}

async function startSession(
  ctx: MutationCtx,
  user: Doc<"users">,
  { idToken }: Identity,
  { browser, now }: Moment,
) {
  const sessionId = await Sessions.start(ctx, user._id, "browser", now);
  await IssuerSessions.insert(ctx, sessionId, idToken);
  await UserWrites.recordSignIn(ctx, user, now);
  const caller = await KnownClients.identify(ctx, user.email, browser, now);
  await KnownClients.remember(ctx, user.email, caller, now);
  return { userId: user._id, sessionId };
}
