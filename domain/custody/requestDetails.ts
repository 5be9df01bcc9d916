import type { Refusal } from "../common/errors";
import { keysOf, omitUndefined } from "../common/objects";
import { MAX_TEXT, plainText } from "../common/plainText";
import type { RequestDetails } from "./savedState";
import { textRefusal } from "../common/textRefusal";
import type { RequestStep } from "./workflow";

/**
 * Texts that go with a request to the person asked. The sample keeps them until the request is
 * answered, its history for ever.
 */
export const DETAIL_TEXTS = {
  note: {
    label: "Note",
    help: "For the recipient: where it is, what is in the box.",
    max: MAX_TEXT,
  },
  trackingNumber: { label: "Tracking number", help: "Of the parcel, if one is sent.", max: 100 },
  lastSeen: { label: "Last seen", help: "Where and when.", max: MAX_TEXT },
  whatHappened: { label: "What happened", help: "For the person who decides.", max: 1_000 },
} as const;

export type DetailName = keyof typeof DETAIL_TEXTS;
const DETAIL_NAMES = keysOf(DETAIL_TEXTS);
export type { RequestDetails };

/** The details of each request, in the order of its form. */
export const DETAILS_OF: Readonly<Record<RequestStep, readonly DetailName[]>> = {
  transfer: ["note", "trackingNumber"],
  returnToCustomer: ["note", "trackingNumber"],
  requestLost: ["lastSeen", "whatHappened"],
};

/**
 * True if the form of `step` requires its details: nobody should approve a loss blind. The
 * functions leave them optional, for scripts of earlier versions.
 */
export function requiresDetails(step: RequestStep): boolean {
  return step === "requestLost";
}

/** Returns what `step` asks for, trimmed, without blanks; undefined when nothing was said. */
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

/** Lists what was said, each with its label: `{ label: "Note", text: "With the charger" }`. */
export function describeDetails(
  details: { readonly [name in DetailName]?: string | undefined } = {},
): { name: DetailName; label: string; text: string }[] {
  const said = omitUndefined(details);
  return DETAIL_NAMES.flatMap((name) => {
    const text = said[name];
    return text === undefined ? [] : { name, label: DETAIL_TEXTS[name].label, text };
  });
}
