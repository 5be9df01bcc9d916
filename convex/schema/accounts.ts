import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PENDING_FIELDS, ROLES } from "#domain/custody/workflow";
import { RANKS } from "../lib/turns";
import { oneOf } from "../lib/validators";
import { authTables } from "./authTables";
import { outboxFields } from "./outbox";

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

/** Some thresholds, for a person who has no account yet. */
export const initialThresholds = v
  .object(thresholdFields)
  .omit("maxsamplstartTime")
  .partial().fields;

/** An entry of the supervisor list or the admin list, with the person whom it names. */
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
 * A person's settings as forms and terminals write them: `SettingsInput` of
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

/** A person's profile as they state it at sign-up. Coordinates are degrees. */
export const profileFields = {
  displayName: v.string(),
  passPort: v.string(),
  country: v.string(),
  city: v.string(),
  phoneNumber: v.string(),
  /** The chosen address, under both of its stored names. */
  location: v.string(),
  userLocation: v.string(),
  /** Coordinates of the chosen address. */
  userLat: v.optional(v.number()),
  userLng: v.optional(v.number()),
  /** Place of the device at sign-up, if the person allowed the browser to share it. */
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
  /** Normalised (domain/common/email.ts); samples and history name people by it. */
  email: v.string(),
  /** Addresses before `email`, newest first. `until`: epoch ms of the change. */
  formerEmails: v.optional(v.array(v.object({ email: v.string(), until: v.number() }))),
  ...profileFields,
  photoURL: v.string(),
  role,
  /** E-mail of their supervisor; absent only while there is neither a default nor an admin. */
  supervisor: v.optional(v.string()),
  /** Kept after the person is back, until they enter another time. */
  away: v.optional(away),
  ...thresholdFields,

  /**
   * Absent until the person proved that the mailbox is theirs; before that, they cannot sign in.
   */
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
  /** Verified and not disabled: only these people may be handed a sample. */
  isActive: v.boolean(),
  /** Made by the demo seed: the sign-in page of a demo offers these accounts. */
  isDemo: v.optional(v.boolean()),
  creationTime: v.number(),
  createdAt: v.number(),
  lastSignInTime: v.optional(v.number()),
};

/** A person as they sign up; the address is normalised. */
export const signUpPerson = v.object({ email: v.string(), ...profileFields }).omit("location");

export const mailFields = {
  to: v.string(),
  message: v.object({ subject: v.string(), text: v.string(), html: v.string() }),
  /**
   * The code or token in the message that opens an account; admins are not shown it
   * (model/staff/mailAdministration.ts).
   */
  secret: v.optional(v.string()),
  /** A file that is sent along; deleted with the mail. */
  attachment: v.optional(v.object({ storageId: v.id("_storage"), fileName: v.string() })),
  /** Set on the mail of a sign-up: the account it is about. */
  uid: v.optional(v.id("users")),
  displayName: v.optional(v.string()),
  email: v.optional(v.string()),

  ...outboxFields,
  /** Epoch ms; later the mail is pointless, because the code in it has expired. */
  expiresAt: v.optional(v.number()),
};

/** Only convex/model/ writes these tables; each one names its writer and its readers. */
export const accountTables = {
  /**
   * Sessions, accounts and refresh tokens of @convex-dev/auth. Writers: the library,
   * model/accounts/accounts.ts, model/access/sessions.ts.
   */
  ...authTables,

  /** Writer: model/accounts/userWrites.ts. */
  users: defineTable(userFields)
    // Sign-in, recipients by address, admin's list of users
    .index("by_email", ["email"])
    // Employees of a supervisor
    .index("by_supervisor_and_email", ["supervisor", "email"])
    // Recipient pickers, by address
    .index("by_isActive_and_email", ["isActive", "email"])
    // Whether another admin remains; the supervisor of newcomers
    .index("by_role_and_isActive", ["role", "isActive"])
    // Erasure of the private data of who left
    .index("by_eraseFrom", ["eraseFrom"])
    // Absences that have not ended
    .index("by_away_until", ["away.until"])
    // Sign-in page of a demo
    .index("by_isDemo", ["isDemo"]),

  /**
   * One row for each person who is away now, for the rights of their stand-in. `since`: when the
   * row was made; both times are epoch ms. Writer: model/people/absences.ts. Readers:
   * model/people/standIns.ts.
   */
  absences: defineTable({
    uid: v.id("users"),
    /** The person's e-mail and their stand-in's. */
    email: v.string(),
    standIn: v.string(),
    since: v.number(),
    until: v.number(),
  })
    .index("by_uid", ["uid"])
    .index("by_email", ["email"])
    .index("by_standIn", ["standIn"]),

  /**
   * One row for each address that a person had before their present one: nobody else may take it.
   * Writer: model/staff/emailChange.ts.
   */
  formerEmails: defineTable({ email: v.string(), uid: v.id("users") }).index("by_email", ["email"]),

  /**
   * People whose address changed and whom documents still name by the one before. Writer:
   * model/staff/followAddress.ts; readers: everything that reads samples.
   */
  addressMoves: defineTable({ uid: v.id("users"), from: v.string(), to: v.string() }),

  /**
   * A person's photo: the file behind `users.photoURL`, and the name that it was uploaded by.
   * Writer: model/staff/photos.ts.
   */
  photos: defineTable({
    uid: v.id("users"),
    fileName: v.string(),
    storageId: v.id("_storage"),
  })
    .index("by_uid", ["uid"])
    // Files whose upload was cut off
    .index("by_storageId", ["storageId"]),

  /**
   * One row for each word that finds a person (domain/people/nameSearch.ts), of active people only.
   * `name` holds all their words, so that a search for several words need not read the person.
   * Writer: model/common/nameWords.ts.
   */
  nameWords: defineTable({ word: v.string(), name: v.string(), userId: v.id("users") })
    // Recipient pickers, by name
    .index("by_word", ["word"])
    // A name or a status that changes
    .index("by_userId", ["userId"]),

  /**
   * People who may be asked to take a return or approve a loss; an entry gives no role. Writer:
   * model/people/recipients.ts.
   */
  supervisorModel: defineTable({ email: v.string() }).index("by_email", ["email"]),
  adminModel: defineTable({ email: v.string() }).index("by_email", ["email"]),

  /**
   * Time of the last use of a browser session. It is kept apart from `authSessions`, which every
   * function reads: a heartbeat must not re-run all live queries of its user. Writer:
   * model/access/sessions.ts; readers: its cron, the Profile.
   */
  activity: defineTable({
    sessionId: v.id("authSessions"),
    lastActiveAt: v.number(),
    /** The User-Agent header of the browser that signed in; tells its user which one it is. */
    userAgent: v.optional(v.string()),
  })
    .index("by_sessionId", ["sessionId"])
    .index("by_lastActiveAt", ["lastActiveAt"]),

  /**
   * Attempts at one flow, counted by address, network or browser: a bucket that empties with each
   * and refills steadily. `fullAt`: epoch ms when it will be full again. Writer:
   * model/access/throttle.ts.
   */
  throttle: defineTable({ key: v.string(), fullAt: v.number() })
    .index("by_key", ["key"])
    .index("by_fullAt", ["fullAt"]),

  /**
   * Digests of browsers and networks that somebody signed in from. Writer:
   * model/access/knownClients.ts; reader: the throttle.
   */
  knownClients: defineTable({ email: v.string(), mark: v.string(), lastUsedAt: v.number() })
    .index("by_email_and_mark", ["email", "mark"])
    // Sweep
    .index("by_lastUsedAt", ["lastUsedAt"]),

  /**
   * Sign-ups that wait for their code, several for one address. `secret`: the password's hash;
   * marks: digests of where it came from. Writer: model/accounts/signUps.ts; readers: the flows of
   * model/accounts/passwordFlows.ts.
   */
  signUps: defineTable({
    email: v.string(),
    person: signUpPerson,
    secret: v.string(),
    networkMark: v.optional(v.string()),
    browserMark: v.optional(v.string()),
  }).index("by_email", ["email"]),

  /**
   * Codes in mails, as digests, and the browser and network that asked for each. An empty digest
   * belongs to no mail: the address has no use for a code. Writer: model/accounts/mailedCodes.ts;
   * readers: the flows of model/accounts/passwordFlows.ts.
   */
  mailedCodes: defineTable({
    email: v.string(),
    purpose: v.union(v.literal("verify"), v.literal("reset")),
    hash: v.string(),
    /** The sign-up that a code to verify completes. */
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
   * Keys to the encrypted copies of samples that browsers keep, oldest first. `copyId`: made by the
   * browser. Writer: model/access/copyKeys.ts.
   */
  copyKeys: defineTable({ uid: v.id("users"), copyId: v.string(), key: v.bytes() }).index(
    "by_uid",
    ["uid"],
  ),

  /**
   * Addresses that an admin invited and that have no account yet, with what they begin with.
   * `hash`: digest of the link's token. Writer: model/accounts/invitations.ts. Readers: the admins'
   * page Invitations, the flows of model/accounts/passwordFlows.ts.
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
   * Outbox. Writer: model/mail/mail.ts. Readers: admin's mail page, `sms mail list`, the sender.
   */
  mail: defineTable(mailFields)
    // Files that no mail and no photo needs
    .index("by_attachment", ["attachment.storageId"])
    // A person's copy of what is stored about them
    .index("by_to", ["to"])
    .index("by_status", ["status"])
    .index("by_status_and_nextAttemptAt", ["status", "nextAttemptAt"]),
};
