import type { Refusal } from "../common/errors";
import { keysOf, omitUndefined } from "../common/objects";
import { MAX_TEXT, plainText } from "../common/plainText";
import type { RequestDetails } from "./savedState";
import { textRefusal } from "../common/textRefusal";
import type { RequestStep } from "./workflow";

/**
 * Texts that accompany a request to the person asked. The sample stores them until the request is
 * answered, its history forever.
 */
export const DETAIL_TEXTS = {
  note: {
    label: "Note",
    help: "For the recipient, such as where to find it or what is in the box.",
    max: MAX_TEXT,
  },
  trackingNumber: { label: "Tracking number", help: "If you send it as a parcel.", max: 100 },
  lastSeen: { label: "Last seen", help: "Where and when the sample was last seen.", max: MAX_TEXT },
  whatHappened: { label: "What happened", help: "Helps the person who decides.", max: 1_000 },
} as const;

export type DetailName = keyof typeof DETAIL_TEXTS;
const DETAIL_NAMES = keysOf(DETAIL_TEXTS);
export type { RequestDetails };

/** The details of each request, in form order. */
export const DETAILS_OF: Readonly<Record<RequestStep, readonly DetailName[]>> = {
  transfer: ["note", "trackingNumber"],
  returnToCustomer: ["note", "trackingNumber"],
  requestLost: ["lastSeen", "whatHappened"],
};

/**
 * True if the form of `step` requires its details: no one should approve a loss without an account
 * of it. The server functions leave them optional, for scripts written for earlier versions.
 */
export function requiresDetails(step: RequestStep): boolean {
  return step === "requestLost";
}

/** Returns the non-blank details that belong to `step`, trimmed; undefined if there are none. */
export function parseDetails(
  step: RequestStep,
  stated: { readonly [name in DetailName]?: string | undefined },
): RequestDetails | Refusal | undefined {
  const details: { [name in DetailName]?: string } = {};
  for (const name of DETAILS_OF[step]) {
    const text = plainText(stated[name] ?? "");
    const { label, max } = DETAIL_TEXTS[name];
    const refused = textRefusal(text, { label, max }, name);
    if (refused !== null) return refused;
    if (text !== "") details[name] = text;
  }
  return Object.keys(details).length === 0 ? undefined : details;
}

/** Lists the given details with their labels: `{ label: "Note", text: "With the charger" }`. */
export function describeDetails(
  details: { readonly [name in DetailName]?: string | undefined } = {},
): { name: DetailName; label: string; text: string }[] {
  const said = omitUndefined(details);
  return DETAIL_NAMES.flatMap((name) => {
    const text = said[name];
    return text === undefined ? [] : { name, label: DETAIL_TEXTS[name].label, text };
  });
}
