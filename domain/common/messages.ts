import { UNKNOWN_ERROR } from "./unknownError";

/**
 * Texts shown after a success, while something loads or after a failure. Guides and scripts quote
 * those of the product's first version, so these are kept verbatim, odd ones included.
 */
export const MESSAGES = {
  welcome: "Welcome",
  verificationSent: "Verification Email will be sent.",
  sampleAdded: "Sample Added Successfully",
  sampleUpdated: "Sample Updated Successfully",
  sampleDeleted: "Sample deleted successfully!",
  watchBegun: "Its steps will appear in your News",
  noticesBlocked: "This browser blocks notifications from this page. Allow them in its settings.",
  watchEnded: "Its steps no longer appear in your News",
  formSubmitted: "Form submitted successfully!",
  formUpdated: "Form updated successfully!",
  confirmDelete: "Are you sure you want to delete this item?",
  employeeUpdated: "Employee Updated Successfully",
  emailChanged: "E-mail changed",
  employeeUpdateFailed: "Employee Updated Error: ",
  supervisorEmailAdded: "Added email Successfully",
  supervisorEmailUpdated: "Updated email Successfully",
  supervisorEmailDeleted: "Deleted email Successfully",
  supervisorDeleted: "This Supervisor email was deleted.",
  adminAdded: "Success to record in AdminModel collection.",
  adminDeleted: "This Admin email was deleted.",
  profileFailed: "Employee Update Error: ",
  importDone: "upload action completed",
  accountDisabled: "This account is disabled. Please ask an admin.",
  signedInOnly: "This page is only visible by authenticated users.",
  fillAllFields: "Please fill all the fields.",
  resolveDuplicates: "Please fulfill all fields or resolve duplicate entries",
  duplicateCheckFailed: "An error occurred while checking for duplicates. Please try again.",
  checkDigit: "check digit does not match",
  severalDevices: "This code has numbers of several devices. Scan one device at a time.",
  checkDigitComputed: "16 digits end with the software version; the check digit was computed",
  loading: "Loading...",
  mapsLoading: "Loading maps",
  profileMapsLoading: "Loading Maps",
  mapsFailed: "Error loading maps",
  mapFailed: "Error when load map.",
  unknownError: UNKNOWN_ERROR,
  firstFail: "first fail",
  outOfReach: "The server cannot be reached",
  outOfReachAdvice: "Nothing can be shown without it. This page opens when the connection returns.",
  socketBlocked:
    "The server responds, but its live connection (WebSocket) is blocked by a proxy or firewall. Ask your network administrators to allow WebSockets to this address.",
  signInOffline: "No connection. Signing in needs the server.",
  sentLater: "No connection. What you send now waits on this page until you are back online.",
  waitsForNetwork: "Waiting for the network. Nothing has been sent yet.",
  withdraw: "Withdraw",
  mailStays: "This server cannot send e-mail yet: set SMS_SMTP_URL or RESEND_API_KEY.",
  newVersion: "A new version is ready",
  reload: "Reload",
  signingOut: "Signing out…",
  somethingWrong: "Something went wrong",
  enableLocation: "Please enable location",
  geolocationMissing: "Geolocation is not supported by this browser.",
  addressNotFound: "Address not found",
  addressFailed: "Error fetching address",
  copyRefused: "The browser refused to copy. Select the text instead.",
} as const;

/** Warning about a sample's country. */
export function countryUnlisted(country: string): string {
  return `'${country}' is not in the list of countries`;
}

/** A warning about a text in a field that a list offers values for. */
export function notListed(text: string): string {
  return `“${text}” is not in the list. It is saved as typed.`;
}

/** Warning about a date in a file. */
export function unlikelyYear(year: number): string {
  return `the year ${year} is unlikely`;
}

/**
 * Warning about a person who may no longer supervise.
 *
 * @param people number of people who report to them
 */
export function stillReported(people: number): string {
  return people === 1
    ? "1 person still reports to them and needs another supervisor"
    : `${people} people still report to them and need another supervisor`;
}

/**
 * Shown while steps wait for the network.
 *
 * @param labels what each step does, for example "Receive R5CT01"
 */
export function stepsWait(labels: readonly string[]): string {
  return labels.length === 1
    ? `${labels[0]} waits for the network.`
    : `${labels.length} steps wait for the network.`;
}

/**
 * Shown for a file that contains passwords, which are not imported.
 *
 * @param heading heading of the password column
 */
export function passwordsNotImported(heading: string): string {
  return (
    `Column "${heading}": passwords are not imported, and do not belong in a file. ` +
    "Delete the column: people choose their own password when they accept the invitation."
  );
}

/** Shown for a scan that matches no sample visible to the reader. */
export function scanUnknown(text: string): string {
  return `No sample has the number “${text}”`;
}

/** Shown when keystrokes are neither a complete code nor clearly a person's. */
export const SCAN_AGAIN = {
  title: "Scan again",
  description: "The code arrived incomplete or mixed with another. Nothing was changed.",
};

/** Asked after a scan that means another code if the reader is set to a US keyboard. */
export const CODE_QUESTION = {
  title: "Which code does the label show?",
  description:
    "The scanner may use a different keyboard layout than this computer, which swaps characters. " +
    "Your answer applies to further scans in this tab.",
  neither: "Neither: I will type it",
};

/** Shown when a shortcut for a step was ignored because it may have been part of a code. */
export function stepKeyTooSoon(key: string): string {
  return `Press ${key} again, on its own. Together with other keys, it looks like part of a scan.`;
}

/** Shown when an Enter was ignored because it may have come from a barcode reader. */
export const ENTER_IGNORED =
  "That Enter was as fast as a scanner’s and was ignored. Press it again.";

/**
 * Shown after an addition to a pick list.
 *
 * @param kind name of the list, for example "Brand"
 */
export function optionAdded(kind: string): string {
  return `Added ${kind} Successfully`;
}

/**
 * Shown after a pick-list entry was changed.
 *
 * @param kind name of the list, for example "Brand"
 */
export function optionUpdated(kind: string): string {
  return `Updated ${kind} Successfully`;
}

/**
 * Shown after a pick-list entry was removed.
 *
 * @param kind name of the list, for example "Brand"
 */
export function optionDeleted(kind: string): string {
  return `Deleted ${kind} Successfully`;
}

/** Shown after two entries were merged. */
export function optionsMerged(from: string, into: string): string {
  return `'${from}' is now '${into}'; samples follow`;
}
