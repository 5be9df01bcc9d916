import { keysOf } from "../common/objects";
import { restoredFields, stateToRestore, type OverwrittenFields } from "./savedState";
import type { Status } from "./statuses";

/**
 * The part of a sample that the workflow rules read: its status, its manager, and the person who is
 * asked to take it. People are named by e-mail.
 */
export type Custody = OverwrittenFields & {
  readonly status: Status;
  /** The current manager. */
  readonly samplmanag: string;
  /** The manager before that one. */
  readonly lastmanag?: string | undefined;
  /** The manager's supervisor. */
  readonly supervisor?: string | undefined;
  readonly inTransitTo?: string | undefined;
  readonly inReturnTo?: string | undefined;
  readonly inOSapprby?: string | undefined;
  /** The supervisors of the two people above; that of `inTransitTo` is `inTransitToSuper`. */
  readonly inReturnSuper?: string | undefined;
  readonly osrequsuper?: string | undefined;
};

/** The roles, the least powerful first. */
export const ROLES = ["user", "supervisor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The fields that name the person who is asked; at most one of them is ever set. */
export const PENDING_FIELDS = ["inTransitTo", "inReturnTo", "inOSapprby"] as const;
export type PendingField = (typeof PENDING_FIELDS)[number];

/** A person who is away, and the requests of theirs that their stand-in may answer. */
export type Absentee = { readonly email: string; readonly fields: readonly PendingField[] };

export type Actor = {
  readonly email: string;
  readonly role: Role;
  /** The people for whom the actor is the stand-in now (docs/product.md, "Away"). */
  readonly standsInFor?: readonly Absentee[];
};

/** Returns the e-mail of the one person whose answer is pending, if any. */
export function pendingPerson(custody: Pick<Custody, PendingField>): string | undefined {
  return custody.inTransitTo ?? custody.inReturnTo ?? custody.inOSapprby;
}

/** The people between whom a request stands. */
type Parties = Pick<Custody, "samplmanag" | PendingField>;

/** Returns the e-mail of the manager who waits for somebody else's answer, if one is pending. */
export function waitingManager(custody: Parties): string | undefined {
  const pending = pendingPerson(custody);
  return pending === undefined || pending === custody.samplmanag ? undefined : custody.samplmanag;
}

type RuleBase = {
  readonly label: string;
  readonly from: readonly Status[];
  /** The field that holds the e-mail of the person who may take the step. */
  readonly actorField: "samplmanag" | "supervisor" | PendingField;
  /** An admin may take the step in that person's stead. */
  readonly admin: boolean;
  /** The step's action in history. */
  readonly action: HistoryAction;
};

/**
 * Rule of a step that asks somebody: the e-mail of the person chosen is stored in `assigneeField`.
 */
type RequestRule = RuleBase & {
  readonly to: "In Transit" | "In Return" | "Request Lost";
  readonly assigneeField: PendingField;
};

/** Rule of an acknowledgement: the person asked, or an admin for them, becomes the manager. */
type AcknowledgeRule = RuleBase & { readonly to: "In Use" | "Returned" | "Lost" };

/**
 * Rule of a decline or a cancellation: it ends a request without a change of hands and brings back
 * the state of before it (domain/custody/savedState.ts).
 */
type ReversalRule = RuleBase & {
  readonly from: readonly [RequestRule["to"]];
  /** A decline must give a reason, a cancellation may. */
  readonly reason: "required" | "optional";
};

/** Rule of the step out of a final status: whoever takes it has the sample then. */
type ReopenRule = RuleBase & { readonly to: "Registered"; readonly reason: "required" };

type Rule = RequestRule | AcknowledgeRule | ReversalRule | ReopenRule;

/**
 * Every action that a history record can name. Declines, cancellations and deletions have theirs
 * too: a change that leaves no trace breaks the chain of custody.
 */
export const HISTORY_ACTIONS = [
  "Register",
  "Transfer",
  "Transfer Acknowledge",
  "Return",
  "Return Acknowledge",
  "Request Lost",
  "Lost Acknowledge",
  "Transfer Declined",
  "Transfer Cancelled",
  "Return Declined",
  "Return Cancelled",
  "Lost Declined",
  "Lost Cancelled",
  "Reopened",
  "Undone",
  "Delete",
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/**
 * The thirteen steps: source statuses, who acts, resulting status. The first six hand a sample
 * over; the next six end a request, by the person asked (decline) or by the manager who asked
 * (cancel); the last one takes a sample that was Returned or Lost back into use.
 * Server, web app and CLI read this table, and none restates it.
 *
 * Example: `transfer` may be taken while the sample is Registered or In Use, by the person named in
 * `samplmanag` or by an admin; it stores the recipient in `inTransitTo` and leads to In Transit.
 * See docs/product.md, "Steps".
 */
// prettier-ignore
export const WORKFLOW = {
  transfer: { label: "Transfer", from: ["Registered", "In Use"], actorField: "samplmanag", admin: true, to: "In Transit", assigneeField: "inTransitTo", action: "Transfer" },
  acknowledgeTransfer: { label: "Transfer Acknowledge", from: ["In Transit"], actorField: "inTransitTo", admin: true, to: "In Use", action: "Transfer Acknowledge" },
  returnToCustomer: { label: "Return", from: ["Registered", "In Use"], actorField: "samplmanag", admin: true, to: "In Return", assigneeField: "inReturnTo", action: "Return" },
  acknowledgeReturn: { label: "Return Acknowledge", from: ["In Return"], actorField: "inReturnTo", admin: false, to: "Returned", action: "Return Acknowledge" },
  requestLost: { label: "Request Lost", from: ["Registered", "In Use", "In Transit"], actorField: "samplmanag", admin: true, to: "Request Lost", assigneeField: "inOSapprby", action: "Request Lost" },
  acknowledgeLost: { label: "Lost Ack", from: ["Request Lost"], actorField: "inOSapprby", admin: true, to: "Lost", action: "Lost Acknowledge" },
  declineTransfer: { label: "Decline Transfer", from: ["In Transit"], actorField: "inTransitTo", admin: true, reason: "required", action: "Transfer Declined" },
  cancelTransfer: { label: "Cancel Transfer", from: ["In Transit"], actorField: "samplmanag", admin: true, reason: "optional", action: "Transfer Cancelled" },
  declineReturn: { label: "Decline Return", from: ["In Return"], actorField: "inReturnTo", admin: false, reason: "required", action: "Return Declined" },
  cancelReturn: { label: "Cancel Return", from: ["In Return"], actorField: "samplmanag", admin: true, reason: "optional", action: "Return Cancelled" },
  declineLost: { label: "Decline Lost", from: ["Request Lost"], actorField: "inOSapprby", admin: true, reason: "required", action: "Lost Declined" },
  cancelLost: { label: "Cancel Lost", from: ["Request Lost"], actorField: "samplmanag", admin: true, reason: "optional", action: "Lost Cancelled" },
  reopen: { label: "Reopen", from: ["Returned", "Lost"], actorField: "supervisor", admin: true, to: "Registered", reason: "required", action: "Reopened" },
} as const satisfies Record<string, Rule>;

export type Step = keyof typeof WORKFLOW;
export const STEPS = keysOf(WORKFLOW);

/** The steps whose rule has the property `Key`: `StepWith<"assigneeField">` are the requests. */
type StepWith<Key extends string> = {
  [S in Step]: Key extends keyof (typeof WORKFLOW)[S] ? S : never;
}[Step];

/** The steps that ask the person chosen: transfer, returnToCustomer, requestLost. */
export type RequestStep = StepWith<"assigneeField">;
/** The steps that a dialog confirms, with a reason: declines, cancellations, reopening. */
export type ReasonStep = StepWith<"reason">;
/** The steps that end a request without a change of hands: declines and cancellations. */
export type ReversalStep = Exclude<ReasonStep, "reopen">;
export type AcknowledgeStep = Exclude<Step, RequestStep | ReasonStep>;

export function isRequest(step: Step): step is RequestStep {
  return "assigneeField" in WORKFLOW[step];
}

export function takesReason(step: Step): step is ReasonStep {
  return "reason" in WORKFLOW[step];
}

export function isReversal(step: Step): step is ReversalStep {
  return takesReason(step) && step !== "reopen";
}

export function isAcknowledge(step: Step): step is AcknowledgeStep {
  return !isRequest(step) && !takesReason(step);
}

/** The steps that move a sample on; each has a form in the app. */
export type HandOverStep = RequestStep | AcknowledgeStep;
export const HAND_OVER_STEPS = STEPS.filter((step): step is HandOverStep => !takesReason(step));

export type CustodyRefusal = "STEP_NOT_ALLOWED" | "NOT_YOURS";

/** Returns the reason why `actor` may not take `step` now, or null when they may. */
export function refusal(step: Step, custody: Custody, actor: Actor): CustodyRefusal | null {
  const rule: Rule = WORKFLOW[step];
  if (!rule.from.includes(custody.status)) return "STEP_NOT_ALLOWED";
  if (isNamed(rule, custody, actor) || (rule.admin && actor.role === "admin")) return null;
  return absenteeOfStep(step, custody, actor) === undefined ? "NOT_YOURS" : null;
}

/**
 * True if the actor is whom the rule's field names. A supervisor holds the role, too: records go on
 * naming one who is a user again until an admin gives the reports another.
 */
function isNamed({ actorField }: Rule, custody: Custody, { email, role }: Actor): boolean {
  return custody[actorField] === email && (actorField !== "supervisor" || role !== "user");
}

const REQUESTS: readonly RequestRule[] = STEPS.filter(isRequest).map((step) => WORKFLOW[step]);

/** Returns the field that names who is asked while a sample has `status`, if anybody is. */
export function pendingFieldIn(status: Status): PendingField | undefined {
  return REQUESTS.find(({ to }) => to === status)?.assigneeField;
}

/** Returns the field that named who was asked; undefined for an action that is no request. */
export function assigneeFieldOf(action: HistoryAction): PendingField | undefined {
  return REQUESTS.find((request) => request.action === action)?.assigneeField;
}

/** True for the steps of the person asked: acknowledgements and declines. */
export function isAnswer(step: Step): boolean {
  return PENDING_FIELDS.some((field) => field === WORKFLOW[step].actorField);
}

/**
 * Returns the e-mail of the absent person whose request the actor may answer as their stand-in, if
 * there is one. Nobody answers what they sent themselves: the receipt of a hand-over must come from
 * somebody else than the manager who made it.
 */
export function absenteeOf(
  custody: Parties,
  { email, standsInFor = [] }: Actor,
): string | undefined {
  if (waitingManager(custody) === email) return undefined;
  const isAsked = ({ email: absent, fields }: Absentee) =>
    fields.some((field) => custody[field] === absent);
  return standsInFor.find(isAsked)?.email;
}

/** True if the sample waits for the actor's answer, asked themselves or as a stand-in. */
export function awaitsAnswerOf(actor: Actor, custody: Parties): boolean {
  return pendingPerson(custody) === actor.email || absenteeOf(custody, actor) !== undefined;
}

/**
 * Returns the e-mail of the absent person for whom `actor` takes `step`, or undefined when the
 * actor is asked themselves. A stand-in gives answers and takes no other step.
 */
export function absenteeOfStep(step: Step, custody: Custody, actor: Actor): string | undefined {
  if (!isAnswer(step) || custody[WORKFLOW[step].actorField] === actor.email) return undefined;
  return absenteeOf(custody, actor);
}

/**
 * Names the sample's present state in a refusal (`{state}` in domain/common/errors.ts): "In Use,
 * with ana@example.com". A reader who may not see the sample learns its status only.
 */
export function stateInWords(
  { status, samplmanag }: Custody,
  { isVisible }: { readonly isVisible: boolean },
): string {
  return isVisible ? `${status}, with ${samplmanag}` : status;
}

/**
 * Clears the fields that a request filled: the person, that person's supervisor, what was said with
 * it, the saved state.
 */
const NO_PENDING_REQUEST = {
  inTransitTo: undefined,
  inTransitToSuper: undefined,
  inReturnTo: undefined,
  inReturnSuper: undefined,
  inOSapprby: undefined,
  osrequsuper: undefined,
  requestDetails: undefined,
  resumes: undefined,
};

/**
 * Returns the custody fields that `step` changes; `undefined` clears a field. Every step leaves at
 * most one pending person, so a loss requested in transit ends the transfer, until that request is
 * itself declined or cancelled.
 *
 * @param chosen e-mail of the recipient or approver; ignored by the steps that ask nobody
 */
export function afterStep(
  step: Step,
  custody: Custody,
  actor: Actor,
  chosen?: string,
): Omit<Custody, "supervisor"> {
  const rule: Rule = WORKFLOW[step];
  const { samplmanag, lastmanag } = custody;
  if ("assigneeField" in rule) {
    const resumes = stateToRestore(rule.to, custody);
    const { to: status, assigneeField } = rule;
    return {
      samplmanag,
      lastmanag,
      ...NO_PENDING_REQUEST,
      status,
      [assigneeField]: chosen,
      resumes,
    };
  }
  if (!("to" in rule)) {
    return {
      samplmanag,
      lastmanag,
      ...NO_PENDING_REQUEST,
      ...restoredFields(rule.from[0], custody),
    };
  }
  return { samplmanag: actor.email, lastmanag: samplmanag, ...NO_PENDING_REQUEST, status: rule.to };
}

/** An edit makes the sample Registered again, so it is no way around a pending hand-over. */
const EDITABLE: readonly Status[] = ["Registered", "In Use"];

export function editRefusal(custody: Custody, actor: Actor): CustodyRefusal | null {
  if (!EDITABLE.includes(custody.status)) return "STEP_NOT_ALLOWED";
  const isManager = custody.samplmanag === actor.email;
  return isManager || actor.role === "admin" ? null : "NOT_YOURS";
}

/**
 * Only the person who registered a sample deletes it, and only while they hold it and it is
 * Registered: a sample that was handed on, or reopened by another person, is the holder's. Admins
 * are no exception.
 */
export function deleteRefusal(
  sample: Custody & { readonly registeredby: string },
  actor: Actor,
): CustodyRefusal | null {
  const { registeredby, samplmanag } = sample;
  if (registeredby !== actor.email || samplmanag !== actor.email) return "NOT_YOURS";
  return sample.status === "Registered" ? null : "STEP_NOT_ALLOWED";
}
