import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PENDING_FIELDS, ROLES } from "#domain/custody/workflow";
import { RANKS } from "../lib/turns";
import { oneOf } from "../lib/validators";
import { authTables } from "./authTables";
import { mailList, outboxFields } from "./outbox";

export const role = oneOf(ROLES);

/** `Place` of lib/turns.ts. */
export const place = v.object({ rank: oneOf(RANKS), line: v.string(), site: v.string() });

/**
 * Thresholds are whole numbers ≥ 0; those named `…Days` count days (docs/product.md, "Thresholds").
 */
const thresholdFields = {
  trInTransitDays: v.number(),
  trInTransitDaysRec: v.number(),
  trInReturnDays: v.number(),
  trInReturnDaysRec: v.number(),
  trOSRequestDays: v.number(),
  trOSRequestDaysRec: v.number(),
  trOwnerSamples: v.number(),
  trOwnerSamplesRec: v.number(),
  samplmax: v.number(),
  samplmaxr: v.number(),
  /** Epoch ms, UTC. */
  maxsamplstartTime: v.number(),
};

/** The thresholds that can be set for a person before they have an account. */
export const initialThresholds = v
  .object(thresholdFields)
  .omit("maxsamplstartTime")
  .partial().fields;

/** An entry of the supervisor or admin list, with the user that it names. */
export const listedPerson = v.object({
  email: v.string(),
  displayName: v.union(v.string(), v.null()),
  role: v.union(role, v.null()),
  maySupervise: v.boolean(),
});

/** A chosen address; `PlaceInput` of domain/people/privateData.ts. Coordinates are degrees. */
export const placeInput = v.object({
  userLocation: v.string(),
  country: v.string(),
  city: v.string(),
  userLat: v.optional(v.number()),
  userLng: v.optional(v.number()),
});

const numberInput = v.optional(v.union(v.number(), v.string()));

/**
 * A person's settings as submitted by forms and the terminal: `SettingsInput` of
 * domain/people/settings.ts.
 */
export const settingsInput = v.object({
  role: v.optional(role),
  disabled: v.optional(v.union(v.boolean(), v.string())),
  supervisor: v.optional(v.string()),
  trInTransitDays: numberInput,
  trInTransitDaysRec: numberInput,
  trInReturnDays: numberInput,
  trInReturnDaysRec: numberInput,
  trOSRequestDays: numberInput,
  trOSRequestDaysRec: numberInput,
  trOwnerSamples: numberInput,
  trOwnerSamplesRec: numberInput,
  samplmax: numberInput,
  samplmaxr: numberInput,
});

/** A person's profile as entered at sign-up. Coordinates are degrees. */
export const profileFields = {
  displayName: v.string(),
  passPort: v.string(),
  country: v.string(),
  city: v.string(),
  phoneNumber: v.string(),
  /** The chosen address, stored under both field names. */
  location: v.string(),
  userLocation: v.string(),
  /** Coordinates of the chosen address. */
  userLat: v.optional(v.number()),
  userLng: v.optional(v.number()),
  /** Position of the device at sign-up, if the person allowed the browser to share it. */
  realLocation: v.optional(v.string()),
  realLat: v.optional(v.number()),
  realLng: v.optional(v.number()),
};

/** `Away` of domain/people/away.ts. */
export const away = v.object({ from: v.number(), until: v.number(), standIn: v.string() });

/** `Absentee` of domain/custody/workflow.ts. `until`: epoch ms, the end of the absence. */
export const absentee = v.object({
  email: v.string(),
  fields: v.array(oneOf(PENDING_FIELDS)),
  until: v.number(),
});

/** A person's account. The document's own id is their `uid`. All times are epoch ms, UTC. */
export const userFields = {
  /** Normalised (domain/common/email.ts); samples and history refer to the person by it. */
  email: v.string(),
  /** Former addresses, newest first. `until`: epoch ms of the change. */
  formerEmails: v.optional(v.array(v.object({ email: v.string(), until: v.number() }))),
  ...profileFields,
  photoURL: v.string(),
  role,
  /** E-mail of their supervisor; undefined only while there is neither a default nor an admin. */
  supervisor: v.optional(v.string()),
  /** Kept after the absence has ended, until the person enters another one. */
  away: v.optional(away),
  ...thresholdFields,

  /** Undefined until the person has verified their e-mail; they cannot sign in before that. */
  emailVerificationTime: v.optional(v.number()),
  disabled: v.boolean(),
  /** Set while the account is locked. */
  leftAt: v.optional(v.number()),
  /**
   * Equals `leftAt` until the private data is erased; then `erasedAt` is set
   * (model/staff/erasure.ts).
   */
  eraseFrom: v.optional(v.number()),
  erasedAt: v.optional(v.number()),
  /** Verified and not disabled. Only active people may receive a sample. */
  isActive: v.boolean(),
  /** Set once they have dismissed the notice that pages are for signed-in users only. */
  hasDismissedNotice: v.optional(v.literal(true)),
  /** Created by the demo seed; the sign-in page of a demo offers these accounts. */
  isDemo: v.optional(v.boolean()),
  creationTime: v.number(),
  createdAt: v.number(),
  lastSignInTime: v.optional(v.number()),
  /** Set while the person has a second factor (schema/signIns.ts). */
  secondFactorSince: v.optional(v.number()),
};

/** A person's data at sign-up; the e-mail is normalised. */
export const signUpPerson = v.object({ email: v.string(), ...profileFields }).omit("location");

export const mailFields = {
  to: v.string(),
  message: v.object({ subject: v.string(), text: v.string(), html: v.string() }),
  /**
   * The code or token in the message that gives access to an account; hidden from admins
   * (model/staff/mailAdministration.ts).
   */
  secret: v.optional(v.string()),
  /** A file attached to the mail; deleted with it. */
  attachment: v.optional(v.object({ storageId: v.id("_storage"), fileName: v.string() })),
  /** Undefined for a single mail. */
  list: v.optional(mailList),
  /** Set on the mail of a sign-up: the new account. */
  uid: v.optional(v.id("users")),
  displayName: v.optional(v.string()),
  email: v.optional(v.string()),

  ...outboxFields,
  /** Epoch ms. After this time the mail is not sent, because the code in it has expired. */
  expiresAt: v.optional(v.number()),
};

/** Only convex/model/ writes these tables. Each table names its writer and its readers. */
export const accountTables = {
  /**
   * Sessions, accounts and refresh tokens of @convex-dev/auth. Writers: the library,
   * model/accounts/accounts.ts, model/access/sessions.ts.
   */
  ...authTables,

  /** Writer: model/accounts/userWrites.ts. */
  users: defineTable(userFields)
    // Sign-in, recipients by address, the admins' list of users
    .index("by_email", ["email"])
    // A supervisor's employees
    .index("by_supervisor_and_email", ["supervisor", "email"])
    // Recipient pickers, by address
    .index("by_isActive_and_email", ["isActive", "email"])
    // Whether another admin remains; the default supervisor
    .index("by_role_and_isActive", ["role", "isActive"])
    // Erasure of the private data of people who left
    .index("by_eraseFrom", ["eraseFrom"])
    // Absences that have not ended
    .index("by_away_until", ["away.until"])
    // Sign-in page of a demo
    .index("by_isDemo", ["isDemo"]),

  /**
   * One row per person who is currently away; grants the rights of their stand-in. `since`:
   * creation of the row; both times are epoch ms. Writer: model/people/absences.ts. Readers:
   * model/people/standIns.ts.
   */
  absences: defineTable({
    uid: v.id("users"),
    /** E-mails of the absent person and their stand-in. */
    email: v.string(),
    standIn: v.string(),
    since: v.number(),
    until: v.number(),
  })
    .index("by_uid", ["uid"])
    .index("by_email", ["email"])
    .index("by_standIn", ["standIn"]),

  /**
   * One row per former address of a person; reserved, so that no other account can use it. Writer:
   * model/staff/emailChange.ts.
   */
  formerEmails: defineTable({ email: v.string(), uid: v.id("users") }).index("by_email", ["email"]),

  /**
   * People whose former address still occurs in documents. Writer: model/staff/followAddress.ts;
   * readers: every read of samples.
   */
  addressMoves: defineTable({ uid: v.id("users"), from: v.string(), to: v.string() }),

  /**
   * A person's photo: the file behind `users.photoURL`, and its name when uploaded. Writer:
   * model/staff/photos.ts.
   */
  photos: defineTable({
    uid: v.id("users"),
    fileName: v.string(),
    storageId: v.id("_storage"),
  })
    .index("by_uid", ["uid"])
    // Files of interrupted uploads
    .index("by_storageId", ["storageId"]),

  /**
   * One row per searchable word of a person's name (domain/people/nameSearch.ts), for active people
   * only. `name` holds all their words, so that a search for several words does not need to read
   * the person. Writer: model/common/nameWords.ts.
   */
  nameWords: defineTable({ word: v.string(), name: v.string(), userId: v.id("users") })
    // Recipient pickers, by name
    .index("by_word", ["word"])
    // Changes of name or status
    .index("by_userId", ["userId"]),

  /**
   * People who may receive a return or approve a loss; an entry grants no role. Writer:
   * model/people/recipients.ts.
   */
  supervisorModel: defineTable({ email: v.string() }).index("by_email", ["email"]),
  adminModel: defineTable({ email: v.string() }).index("by_email", ["email"]),

  /**
   * Time of the last use of a browser session. Stored apart from `authSessions`, which every
   * function reads: a heartbeat must not invalidate all live queries of its user. Writer:
   * model/access/sessions.ts; readers: its cron, the Profile.
   */
  activity: defineTable({
    sessionId: v.id("authSessions"),
    lastActiveAt: v.number(),
    /** The User-Agent header at sign-in; helps the user recognise the browser. */
    userAgent: v.optional(v.string()),
  })
    .index("by_sessionId", ["sessionId"])
    .index("by_lastActiveAt", ["lastActiveAt"]),

  /**
   * Rate limits per flow and per address, network or browser, as token buckets: each attempt
   * removes a token, and tokens are refilled at a steady rate. `fullAt`: epoch ms when the bucket
   * will be full again. Writer: model/access/throttle.ts.
   */
  throttle: defineTable({ key: v.string(), fullAt: v.number() })
    .index("by_key", ["key"])
    .index("by_fullAt", ["fullAt"]),

  /**
   * Digests of browsers and networks from which a person has signed in. Writer:
   * model/access/knownClients.ts; reader: the throttle.
   */
  knownClients: defineTable({ email: v.string(), mark: v.string(), lastUsedAt: v.number() })
    .index("by_email_and_mark", ["email", "mark"])
    // Sweep
    .index("by_lastUsedAt", ["lastUsedAt"]),

  /**
   * Sign-ups that await their code; an address may have several. `secret`: the password's hash;
   * marks: digests of the network and browser. Writer: model/accounts/signUps.ts; readers: the
   * flows of model/accounts/passwordFlows.ts.
   */
  signUps: defineTable({
    email: v.string(),
    person: signUpPerson,
    secret: v.string(),
    networkMark: v.optional(v.string()),
    browserMark: v.optional(v.string()),
  }).index("by_email", ["email"]),

  /**
   * Digests of mailed codes, with the browser and network that requested each. An empty digest
   * means that no mail was sent, because the address cannot use a code. Writer:
   * model/accounts/mailedCodes.ts; readers: the flows of model/accounts/passwordFlows.ts.
   */
  mailedCodes: defineTable({
    email: v.string(),
    purpose: v.union(v.literal("verify"), v.literal("reset")),
    hash: v.string(),
    /** The sign-up that a verification code completes. */
    signUpId: v.optional(v.id("signUps")),
    browserMark: v.optional(v.string()),
    networkMark: v.optional(v.string()),
    /** Epoch ms. */
    expiresAt: v.number(),
  })
    .index("by_email_and_purpose_and_expiresAt", ["email", "purpose", "expiresAt"])
    // Sweep
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * Keys of the encrypted sample replicas in browsers, oldest first. `copyId` is generated by the
   * browser. Writer: model/access/copyKeys.ts.
   */
  copyKeys: defineTable({ uid: v.id("users"), copyId: v.string(), key: v.bytes() }).index(
    "by_uid",
    ["uid"],
  ),

  /**
   * Invited addresses that have no account yet, with the initial settings of the account. `hash`:
   * digest of the link's token. Writer: model/accounts/invitations.ts. Readers: the admins' page
   * Invitations, the flows of model/accounts/passwordFlows.ts.
   */
  invitations: defineTable({
    email: v.string(),
    role,
    supervisor: v.optional(v.string()),
    ...initialThresholds,
    invitedBy: v.optional(v.string()),
    invitedAt: v.number(),
    hash: v.string(),
    /** Epoch ms. */
    expiresAt: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_hash", ["hash"]),

  /**
   * Outbox. Writer: model/mail/mail.ts. Readers: the admins' mail page, `sms mail list`, the
   * sender.
   */
  mail: defineTable(mailFields)
    // Files that neither a mail nor a photo references
    .index("by_attachment", ["attachment.storageId"])
    // A person's export of their own data
    .index("by_to", ["to"])
    .index("by_status", ["status"])
    .index("by_status_and_nextAttemptAt", ["status", "nextAttemptAt"]),
};
