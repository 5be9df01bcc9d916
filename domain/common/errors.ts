import { MESSAGES } from "./messages";

/**
 * Every refusal that the server returns, by code. Codes are API; texts may be improved. Texts that
 * users know from the product's first version are kept verbatim (docs/product.md, "Messages").
 * `refusalOf` fills in `{name}`.
 */
export const REFUSALS = {
  // Access
  NOT_SIGNED_IN: "Please sign in.",
  DISABLED: MESSAGES.accountDisabled,
  NOT_ALLOWED: "Your role does not allow this.",

  // Custody
  SAMPLE_MISSING: "Sample does not exist!",
  // For users once involved with the sample; others get SAMPLE_MISSING
  SAMPLE_ELSEWHERE: "This sample is with someone else now.",
  DOCUMENT_MISSING: "No such document!",
  TRANSACTION_REPEATED: "This transaction was already processed!",
  TRANSACTION_ID_INVALID: "The transaction id must be 1 to 100 characters.",
  // {state}: domain/custody/workflow.ts, stateInWords
  STEP_NOT_ALLOWED: "{step} is not possible now: the sample is {state}.",
  UNDO_TOO_LATE: "A step can be undone for 60 seconds. Use the next step instead.",
  NOT_YOURS: "You cannot do this step ({step}): the sample is {state}.",
  RECIPIENT_UNKNOWN: "No matching user found!",
  RECIPIENT_HOLDS_IT: "{recipient} already holds this sample.",
  RECIPIENT_INCOMPLETE: "Error: Required user data is undefined for user {recipient}",
  RECIPIENT_NOWHERE: "Error: Latitude or longitude is undefined for user {recipient}",
  RECIPIENT_NOT_LISTED: "{recipient} is neither on the supervisor list nor on the admin list.",
  APPROVER_UNKNOWN: "This user does not exist",
  MANAGER_INCOMPLETE: "No user data or supervisor found for this email.",

  // Inbox
  NUDGE_POINTLESS: "This sample is not waiting for anyone else's answer.",
  NUDGED_ALREADY: "They were reminded of this sample less than a day ago.",
  WATCHED_TOO_MANY: "At most {max} samples can be watched. Stop watching another one first.",
  WATCHERS_TOO_MANY: "{max} people watch this sample already.",

  // Baskets
  BASKET_EMPTY: "Choose at least one sample",
  BASKET_TOO_LARGE: "At most {max} samples at a time",
  BASKET_FOLLOWERS_FULL: "At most {max} baskets can wait for another to finish",
  BASKET_OF_LOSSES: "Confirm each loss on its sample's page, where you can read the report",
  BASKET_STOPPED: "Stopped before this sample",
  EDIT_EMPTY: "Fill in at least one field",
  EDIT_UNCHANGED: "It already has these values",

  // Registration
  FIELDS_MISSING: "Please provide value in each input field",
  FIELD_MISSING: "{label} is required",
  FIELD_TOO_LONG: "{label} must be at most {max} characters",
  FIELD_INVALID: "{label} is not valid",
  FIELD_UNKNOWN: "'{name}' is not a field of a sample",
  DATE_INVALID: "{label} '{value}' is not a date",
  DATE_AMBIGUOUS: "{label} '{value}' could be two different days: write it as year-month-day",
  NUMBER_CHANGED:
    "{label} '{value}' was changed by a spreadsheet: make its column text, and enter it again",
  FORMULA_ERROR: "{label} '{value}' is a formula that failed in the spreadsheet",
  CELL_FORMULA:
    "{label}: cell {cell} has a formula without a saved result: open the file, save it once, and import it again",
  CELL_DATE:
    "{label} '{value}': cell {cell} is a date in the spreadsheet: make its column text, and enter it again",
  TEXT_UNREADABLE: "{label} has an invalid character ({code}) after '{before}': type it again",
  NOT_A_CHOICE: "{label} '{value}' is not one of: {choices}",
  IMEI1_FORMAT: "IMEI 1 must be exactly 15 digits",
  IMEI2_FORMAT: "IMEI 2 must be exactly 15 digits",
  IDENTIFIER_MISPLACED: "{label} '{value}' is {name}",
  IMEI_OF_TYPE: "IMEI 1 is required: a device of type '{type}' has one",
  IMEIS_EQUAL: "IMEI1 and IMEI2 cannot be the same. Please change it.",
  IMEI1_TAKEN: "IMEI1 already exists",
  IMEI2_TAKEN: "IMEI2 already exists",
  SERIAL_TAKEN: "Serial Number already exists",
  PLACE_NOT_PICKED: "{label} must be picked from the list: its coordinates are needed",
  MANAGER_UNKNOWN: "Sample Manager '{manager}' is not a user",
  LAST_MANAGER_UNKNOWN: "Last Manager '{manager}' is not a user",
  MANAGER_NOT_YOURS: "Only an admin or {manager}'s supervisor may register samples for them",
  MANAGER_BY_HANDOVER: "The Sample Manager changes by a transfer, not by editing",

  // Pick lists
  OPTION_MISSING: "{kind} Field Required",
  OPTION_TAKEN: "Already exist",
  VALUES_TOO_MANY: "At most {max} values in one request",
  OPTION_MOVING: "Samples are still being moved from '{value}'. Please try again in a moment.",
  OPTION_RULE: "'{from}' and '{to}' differ in whether a device has an IMEI 2",

  // Mail
  MAIL_MISSING: "This mail no longer exists",
  MAIL_NOT_FAILED: "Only a mail that failed can be sent again",
  MAIL_EXPIRED: "The code in this mail has expired. The recipient can ask for a new one.",

  MAIL_NOT_SENT: "This server sends no mail: it has neither SMS_SMTP_URL nor RESEND_API_KEY.",

  // Supervisor and admin lists
  LISTED_EMAIL_MISSING: "emailFiled Required",
  LISTED_EMAIL_TAKEN: "already exist",
  ENTRY_NOT_SELECTED: "Select Your Model",
  PERSON_NOT_SELECTED: "Please select one e-mail first.",
  SUPERVISOR_LISTED: "This email already exists in the supervisorModel collection.",
  ADMIN_LISTED: "This email already exists in the AdminModel collection.",
  ADMIN_NOT_LISTED: "Admin email not found.",

  // Saved views
  VIEW_NAME_TAKEN: "You already have a view “{name}”",
  VIEWS_FULL: "At most {max} saved views",

  // Scheduled reports
  SCHEDULES_FULL: "At most {max} scheduled reports",

  // Exports
  EXPORTS_FULL:
    "{max} of your exports are running. Please wait until one has ended, or try again in {seconds} seconds.",
  EXPORT_TOO_LARGE:
    "The file would be larger than this deployment can send. Use a filter, or read the pages.",

  // HTTP API
  TOKENS_FULL: "At most {max} API tokens",
  TOKEN_MISSING: "There is no such API token",
  TOKEN_SCOPES_MISSING: "Choose what the token may do",
  TOKEN_INVALID: "The API token is unknown, has expired or was revoked.",
  TOKEN_SCOPE: "The API token lacks the scope: {scopes}",
  TOKEN_RATE: "Too many requests with this token. Please try again in {seconds} seconds.",
  METHOD_NOT_ALLOWED: "This address takes {methods}",
  BODY_INVALID: "The body is not a JSON object of this address: {fault}",
  IDEMPOTENCY_KEY_MISSING:
    "Send an Idempotency-Key of 1 to 100 characters: a new one for each change, the same one to repeat it",
  SAMPLE_CHANGED:
    "The sample has changed since the version in If-Match. Read it again, then decide whether to change it.",
  IDEMPOTENCY_KEY_REUSED: "This Idempotency-Key was used for another change",
  ADDRESS_UNKNOWN: "The API has no such endpoint",
  PARAMETER_UNKNOWN: "'{name}' is not a parameter of this address",
  PARAMETER_INVALID: "{name}: {fault}",
  IDENTIFIER_SHARED: "{count} samples have '{text}'. Ask for one by its id: {ids}",

  // Provisioning (SCIM)
  SCIM_TOKENS_FULL: "At most {max} SCIM tokens. Revoke one first.",
  SCIM_TOKEN_MISSING: "There is no such SCIM token",
  SCIM_TOKEN_INVALID: "The SCIM token is unknown or was revoked.",
  SCIM_TOKEN_RATE: "Too many requests. Please try again in {seconds} seconds.",
  SCIM_USER_MISSING: "There is no such user.",
  SCIM_USER_NAME_MISSING: "userName is required: it is the person's e-mail.",
  SCIM_VERSION: "The user has changed since then: If-Match names an earlier version.",
  SCIM_MANAGER:
    "manager '{value}' is neither the id of a user nor an e-mail of the company's domain",

  // Stock-takes
  STOCK_TAKE_MISSING: "There is no such stock-take, or it is not shared with you",
  STOCK_TAKE_OVER: "This stock-take is {state}: it no longer accepts scans or changes",
  STOCK_TAKE_PREPARING: "This stock-take is being prepared. Please try again in a moment.",
  STOCK_TAKE_NOT_YOURS:
    "Only the person who opened a stock-take, their supervisor or an admin may end or share it",
  STOCK_TAKES_FULL: "At most {max} open stock-takes. Close one first.",
  STOCK_TAKES_OF_DAY: "At most {max} stock-takes in 24 hours. Please open this one tomorrow.",
  STOCK_TAKE_PERSON: "Only {person}, their supervisor or an admin may count what they hold",
  STOCK_TAKE_PLACE: "Choose a city",
  STOCK_TAKE_NUMBERS: "Paste 1 to {max} numbers",
  HELPERS_FULL: "At most {max} people may help in one stock-take",
  SCAN_INVALID: "A scan must have 1 to {max} characters",

  // Webhooks
  WEBHOOK_URL:
    "The address must begin with https:// and lead to a public host or an allowed network",
  WEBHOOK_EVENTS: "Choose at least one step",
  WEBHOOKS_FULL: "At most {max} webhooks",
  WEBHOOK_MISSING: "There is no such webhook",
  WEBHOOK_STOPPED: "This webhook is stopped. Resume it first.",
  DELIVERY_MISSING: "This delivery no longer exists",

  // Import
  STATUS_UNKNOWN: "Status '{value}' is unknown",
  STATUS_BY_ADMIN: "Only an admin may import samples that are already {status}",
  STATUS_PENDING:
    "A sample cannot be imported as {status}: no one would be asked to receive it. Import it first, then hand it over",
  BATCH_TOO_LARGE: "At most {max} rows in one batch",
  IMPORT_MISSING: "There is no such import of yours",
  IMPORT_INVALID: "The description of the import's file or rows is not valid",
  IMPORT_UNDONE: "This import was undone",
  PERSON_FIELD_UNKNOWN: "'{name}' is not a setting of a person",
  PERSON_REPEATED: "The file has this e-mail twice",
  PERSON_LOCKED: "A disabled account cannot be invited",

  // Accounts
  USER_UNKNOWN: "User is not registered. Please register again",
  EMAIL_UNVERIFIED: "Please go to your email to verify",
  EMAIL_TAKEN: "Email is already registered. Please use another one.",
  PASSWORD_WEAK: "Password is too weak. Please enter a stronger password.",
  EMAIL_NOT_COMPANY: "Email must be an e-mail of the company",
  STAND_IN_UNKNOWN: "The stand-in must be another person who may sign in",
  AWAY_DATES: "The last day must not be before the first",
  AWAY_OVER: "The last day must not be in the past",
  AWAY_TOO_LONG: "The last day must be within a year from now",
  PASSWORD_WRONG: "The current password is incorrect.",
  PHOTO_REFUSED:
    "The photo must be a JPEG of at most 512 by 512 pixels and 200 KB, without metadata.",
  CREDENTIALS_WRONG: "The e-mail or password is incorrect.",
  INVITED_TOO_MANY: "At most {max} addresses at a time",
  INVITATION_WRONG:
    "The invitation has expired or was already used. Please ask an admin for a new one.",
  CODE_WRONG: "The code is incorrect or has expired. Please ask for a new one.",
  PROFILE_MISSING: "This account is not set up yet. Please enter your details.",
  TOO_MANY_ATTEMPTS: "Too many attempts. Please try again in {minutes} minutes.",
  PASSWORDS_BUSY:
    "Too many people are signing in at the moment. Please try again in {seconds} seconds.",
  INPUT_INVALID: "{field} is not valid",
  PASSWORDS_OFF: "Passwords are turned off here. Please sign in with your company account.",
  // Second factor
  SECOND_FACTOR_NEEDED: "Please enter the code from your authenticator app.",
  SECOND_FACTOR_WRONG:
    "The code is incorrect or was already used. Please wait for the next code in the app.",
  SECOND_FACTOR_MISSING:
    "Your role requires a second factor. Please sign in with a browser to set it up.",
  SECOND_FACTOR_ON: "Your account already has a second factor. Turn it off first.",
  SECOND_FACTOR_OFF: "{email} has no second factor.",
  SECOND_FACTOR_OWN:
    "You cannot reset your own second factor. Turn it off in your profile, or ask another admin.",
  SECOND_FACTOR_FIRST:
    "Set up your own second factor first, in your profile: this change would sign you out.",
  // Sign-in through an OpenID Connect issuer
  ISSUER_OFF: "Sign-in with a company account is not set up here. Please ask an admin.",
  ISSUER_UNREACHABLE:
    "Your company's sign-in service is not responding. Please try again in a minute.",
  ISSUER_REFUSED:
    "The response from your company's sign-in service could not be verified. Please start again, and tell an admin if it happens again.",
  ISSUER_CANCELLED: "Your company's sign-in service did not sign you in. Please start again.",
  ISSUER_SIGN_IN_OVER:
    "This sign-in has expired, was already used, or was started in another browser. Please start again.",
  ISSUER_EMAIL_MISSING:
    "Your company's sign-in service does not share your e-mail address. Please ask an admin.",
  ISSUER_EMAIL_FOREIGN:
    "{email} is not an address at {domain}. Please sign in there with your company account.",
  ISSUER_EMAIL_UNVERIFIED:
    "Your company's sign-in service does not confirm that {email} is yours. Please ask an admin.",
  ISSUER_LINKED: "{email} is already linked to another company account. Please ask an admin.",
  TERMINAL_CODE_WRONG: "The terminal's code has expired or was already used. Please start again.",
  LINK_WRONG: "This link has expired or was already used. Please ask for a new one.",
  LINK_FOR_ADMINS: "{email} is not an admin who can sign in",
  OWN_ACCOUNT: "You cannot change your own role, supervisor, status or limits.",
  OWN_EMAIL: "You cannot change your own e-mail. Another admin can.",
  // A former address stays reserved for its person, because history refers to them by it
  EMAIL_FORMER: "{email} was another person's e-mail, and history names them by it",
  EMAIL_UNCONFIRMED: "{email} was never verified. Invite the right e-mail instead.",
  ADDRESS_MOVING: "Samples are still following {email}. Please try again in a moment.",
  ADDRESSES_MOVING:
    "Samples are still following {count} people to other e-mails. Please try again in a minute.",
  FIGURES_UNDER_WAY: "The daily figures are being calculated. Please try again in a minute.",
  LAST_ADMIN: "{email} is the last admin. Make someone else an admin first.",
  THRESHOLD_INVALID: "{label} must be a whole number, 0 or more",
  STATUS_TEXT: "The status must be 'true' (disabled) or 'false'",
  // {now}: the fields with their current values
  EDITED_MEANWHILE: "Someone else has changed this: {now}",
  SUPERVISOR_UNKNOWN: "Supervisor '{supervisor}' is not a user who may sign in",
  SUPERVISOR_ROLE: "{supervisor} is neither a supervisor nor an admin",
  SUPERVISOR_SELF: "Only an admin may be their own supervisor",
} as const satisfies Record<string, string>;

export type RefusalCode = keyof typeof REFUSALS;

/**
 * The data of every `ConvexError` that the functions throw. `field`: the input it is about, if any.
 */
export type Refusal = {
  readonly code: RefusalCode;
  readonly message: string;
  readonly field?: string;
};

/**
 * Fills in the `{name}` placeholders of a text. A placeholder without a value stays in the text, so
 * that tests notice the bug.
 */
export function refusalOf(
  code: RefusalCode,
  values: Readonly<Record<string, string | number>> = {},
  field?: string,
): Refusal {
  const message = REFUSALS[code].replace(/\{(\w+)\}/g, (place, name: string) =>
    String(values[name] ?? place),
  );
  return field === undefined ? { code, message } : { code, message, field };
}
