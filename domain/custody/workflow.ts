import { keysOf } from "../common/objects";
import { restoredFields, stateToRestore, type OverwrittenFields } from "./savedState";
import type { Status } from "./statuses";

/**
 * The fields of a sample that the workflow rules read: its status, its manager, and the person with
 * whom a request is pending. People are identified by e-mail.
 */
export type Custody = OverwrittenFields & {
  readonly status: Status;
  /** The current manager. */
  readonly samplmanag: string;
  /** The previous manager. */
  readonly lastmanag?: string | undefined;
  /** The manager's supervisor. */
  readonly supervisor?: string | undefined;
  readonly inTransitTo?: string | undefined;
  readonly inReturnTo?: string | undefined;
  readonly inOSapprby?: string | undefined;
  /** Supervisors of the two people above; that of `inTransitTo` is `inTransitToSuper`. */
  readonly inReturnSuper?: string | undefined;
  readonly osrequsuper?: string | undefined;
};

/** The roles, least powerful first. */
export const ROLES = ["user", "supervisor", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** The fields that name the person asked; at most one of them is set. */
export const PENDING_FIELDS = ["inTransitTo", "inReturnTo", "inOSapprby"] as const;
export type PendingField = (typeof PENDING_FIELDS)[number];

/** An absent person, and the fields whose requests their stand-in may answer. */
export type Absentee = { readonly email: string; readonly fields: readonly PendingField[] };

export type Actor = {
  readonly email: string;
  readonly role: Role;
  /** The people for whom the actor currently stands in (docs/product.md, "Away"). */
  readonly standsInFor?: readonly Absentee[];
};

/** Returns the e-mail of the person whose answer is pending, if any. */
export function pendingPerson(custody: Pick<Custody, PendingField>): string | undefined {
  return custody.inTransitTo ?? custody.inReturnTo ?? custody.inOSapprby;
}

/** The parties of a request. */
type Parties = Pick<Custody, "samplmanag" | PendingField>;

/** Returns the e-mail of the manager if another person's answer is pending. */
export function waitingManager(custody: Parties): string | undefined {
  const pending = pendingPerson(custody);
  return pending === undefined || pending === custody.samplmanag ? undefined : custody.samplmanag;
}

type RuleBase = {
  readonly label: string;
  readonly from: readonly Status[];
  /** The field that holds the e-mail of the person who may take the step. */
  readonly actorField: "samplmanag" | "supervisor" | PendingField;
  /** Whether an admin may take the step instead of that person. */
  readonly admin: boolean;
  /** The step's action in history. */
  readonly action: HistoryAction;
};

/** Rule of a request: the e-mail of the chosen person is stored in `assigneeField`. */
type RequestRule = RuleBase & {
  readonly to: "In Transit" | "In Return" | "Request Lost";
  readonly assigneeField: PendingField;
};

/**
 * Rule of an acknowledgement: the person asked, or an admin on their behalf, becomes the manager.
 */
type AcknowledgeRule = RuleBase & { readonly to: "In Use" | "Returned" | "Lost" };

/**
 * Rule of a decline or a cancellation: it ends a request without a change of holder and restores
 * the previous state (domain/custody/savedState.ts).
 */
type ReversalRule = RuleBase & {
  readonly from: readonly [RequestRule["to"]];
  /** A decline requires a reason; for a cancellation it is optional. */
  readonly reason: "required" | "optional";
};

/** Rule of the step out of a final status: the actor becomes the holder. */
type ReopenRule = RuleBase & { readonly to: "Registered"; readonly reason: "required" };

type Rule = RequestRule | AcknowledgeRule | ReversalRule | ReopenRule;

/**
 * Every action of a history record. Declines, cancellations and deletions are recorded too: a
 * change without a record would break the chain of custody.
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
 * The thirteen steps: source statuses, actor, resulting status. The first six hand a sample over;
 * the next six end a request, by the person asked (decline) or by the manager who asked (cancel);
 * the last one takes a Returned or Lost sample back into use. Server, web app and CLI read this
 * table; none restates it.
 *
 * Example: `transfer` may be taken while the sample is Registered or In Use, by the person named in
 * `samplmanag` or by an admin; it stores the recipient in `inTransitTo` and leads to In Transit.
 * See docs/product.md, "Steps".
 */
// oxfmt-ignore
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

/** The steps that ask another person: transfer, returnToCustomer, requestLost. */
export type RequestStep = StepWith<"assigneeField">;
/** The steps confirmed in a dialog, with a reason: declines, cancellations, reopening. */
export type ReasonStep = StepWith<"reason">;
/** The steps that end a request without a change of holder: declines and cancellations. */
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

/** The steps that move a sample forward; each has a form in the app. */
export type HandOverStep = RequestStep | AcknowledgeStep;
export const HAND_OVER_STEPS = STEPS.filter((step): step is HandOverStep => !takesReason(step));

export type CustodyRefusal = "STEP_NOT_ALLOWED" | "NOT_YOURS";

/** Returns why `actor` may not take `step` now, or null when they may. */
export function refusal(step: Step, custody: Custody, actor: Actor): CustodyRefusal | null {
  const rule: Rule = WORKFLOW[step];
  if (!rule.from.includes(custody.status)) return "STEP_NOT_ALLOWED";
  if (isNamed(rule, custody, actor) || (rule.admin && actor.role === "admin")) return null;
  return absenteeOfStep(step, custody, actor) === undefined ? "NOT_YOURS" : null;
}

/**
 * True if the rule's field names the actor. A supervisor must also hold the role: records keep
 * naming a former supervisor until an admin assigns another one to the reports.
 */
function isNamed({ actorField }: Rule, custody: Custody, { email, role }: Actor): boolean {
  return custody[actorField] === email && (actorField !== "supervisor" || role !== "user");
}

const REQUESTS: readonly RequestRule[] = STEPS.filter(isRequest).map((step) => WORKFLOW[step]);

/**
 * Returns the field that names the person asked while a sample has `status`; undefined if the
 * status has none.
 */
export function pendingFieldIn(status: Status): PendingField | undefined {
  return REQUESTS.find(({ to }) => to === status)?.assigneeField;
}

/** Returns the field that names the person asked by a request; undefined for other actions. */
export function assigneeFieldOf(action: HistoryAction): PendingField | undefined {
  return REQUESTS.find((request) => request.action === action)?.assigneeField;
}

/** True for the steps of the person asked: acknowledgements and declines. */
export function isAnswer(step: Step): boolean {
  return PENDING_FIELDS.some((field) => field === WORKFLOW[step].actorField);
}

/**
 * Returns the e-mail of the absent person whose request the actor may answer as their stand-in, if
 * any. No one may answer their own request: the receipt of a hand-over must come from a person
 * other than the manager who started it.
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

/**
 * True if the actor may answer the sample's pending request, as the person asked or as a stand-in.
 */
export function awaitsAnswerOf(actor: Actor, custody: Parties): boolean {
  return pendingPerson(custody) === actor.email || absenteeOf(custody, actor) !== undefined;
}

/**
 * Returns the e-mail of the absent person for whom `actor` takes `step`, or undefined if the actor
 * was asked themselves. A stand-in may only answer requests.
 */
export function absenteeOfStep(step: Step, custody: Custody, actor: Actor): string | undefined {
  if (!isAnswer(step) || custody[WORKFLOW[step].actorField] === actor.email) return undefined;
  return absenteeOf(custody, actor);
}

/**
 * Describes the sample's current state for a refusal (`{state}` in domain/common/errors.ts): "In
 * Use, with ana@example.com". Readers who may not see the sample get its status only.
 */
export function stateInWords(
  { status, samplmanag }: Custody,
  { isVisible }: { readonly isVisible: boolean },
): string {
  return isVisible ? `${status}, with ${samplmanag}` : status;
}

/**
 * Clears the fields set by a request: the person asked, that person's supervisor, the details and
 * the saved state.
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
 * most one pending person: a loss requested in transit suspends the transfer until the loss request
 * is declined or cancelled.
 *
 * @param chosen e-mail of the recipient or approver; ignored by steps that are not requests
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

/** An edit makes the sample Registered again, so it must not bypass a pending hand-over. */
const EDITABLE: readonly Status[] = ["Registered", "In Use"];

export function editRefusal(custody: Custody, actor: Actor): CustodyRefusal | null {
  if (!EDITABLE.includes(custody.status)) return "STEP_NOT_ALLOWED";
  const isManager = custody.samplmanag === actor.email;
  return isManager || actor.role === "admin" ? null : "NOT_YOURS";
}

/**
 * Only the registrant may delete a sample, and only while they hold it and it is Registered: a
 * sample that was handed over, or reopened by another person, belongs to its holder. Admins are no
 * exception.
 */
export function deleteRefusal(
  sample: Custody & { readonly registeredby: string },
  actor: Actor,
): CustodyRefusal | null {
  const { registeredby, samplmanag } = sample;
  if (registeredby !== actor.email || samplmanag !== actor.email) return "NOT_YOURS";
  return sample.status === "Registered" ? null : "STEP_NOT_ALLOWED";
}
