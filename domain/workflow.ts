import type { Status } from "./statuses";

/** Who holds a sample and who is asked to take it: the part of a sample that the workflow rules read. */
export type Custody = {
  readonly status: Status;
  /** E-mail of the current manager. */
  readonly samplmanag: string;
  /** E-mail of the manager before that one. */
  readonly lastmanag?: string | undefined;
  readonly inTransitTo?: string | undefined;
  readonly inReturnTo?: string | undefined;
  readonly inOSapprby?: string | undefined;
};

export type Role = "admin" | "supervisor" | "user";
export const ROLES = ["user", "supervisor", "admin"] as const satisfies readonly Role[];

export type Actor = { readonly email: string; readonly role: Role };

/** The fields that name the person whose answer is awaited; at most one of them is ever set. */
export const PENDING_FIELDS = ["inTransitTo", "inReturnTo", "inOSapprby"] as const;
export type PendingField = (typeof PENDING_FIELDS)[number];

type Rule = {
  readonly label: string;
  readonly from: readonly Status[];
  /** The field holding the e-mail of the person who may take the step. */
  readonly by: "samplmanag" | PendingField;
  /** Whether an admin may take it in that person's stead. */
  readonly admin: boolean;
  readonly to: Status;
  /** The field that the step fills with the chosen person; without it, the actor becomes the manager. */
  readonly names?: PendingField;
  /** The word of the step in history. */
  readonly action: HistoryAction;
};

/** Source: doc 1 §3. "Delete" is ours: a deletion without a trace is no chain of custody. */
export const HISTORY_ACTIONS = [
  "Register",
  "Transfer",
  "Transfer Acknowledge",
  "Return",
  "Return Acknowledge",
  "Request Lost",
  "Lost Acknowledge",
  "Delete",
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/**
 * The six hand-over steps: source statuses, who acts, resulting status.
 * Server, web and CLI read this table; none restates it. Source: product.md, Workflow.
 */
// prettier-ignore
export const WORKFLOW = {
  transfer: { label: "Transfer", from: ["Registered", "In Use"], by: "samplmanag", admin: true, to: "In Transit", names: "inTransitTo", action: "Transfer" },
  acknowledgeTransfer: { label: "Transfer Acknowledge", from: ["In Transit"], by: "inTransitTo", admin: true, to: "In Use", action: "Transfer Acknowledge" },
  returnToCustomer: { label: "Return", from: ["Registered", "In Use"], by: "samplmanag", admin: true, to: "In Return", names: "inReturnTo", action: "Return" },
  acknowledgeReturn: { label: "Return Acknowledge", from: ["In Return"], by: "inReturnTo", admin: false, to: "Returned", action: "Return Acknowledge" },
  requestLost: { label: "Request Lost", from: ["Registered", "In Use", "In Transit"], by: "samplmanag", admin: true, to: "Request Lost", names: "inOSapprby", action: "Request Lost" },
  acknowledgeLost: { label: "Lost Ack", from: ["Request Lost"], by: "inOSapprby", admin: true, to: "Lost", action: "Lost Acknowledge" },
} as const satisfies Record<string, Rule>;

export type Step = keyof typeof WORKFLOW;
export const STEPS = Object.keys(WORKFLOW) as Step[];

export type CustodyRefusal = "STEP_NOT_ALLOWED" | "NOT_YOURS";

/** Why `actor` may not take `step` now, or null when they may. */
export function refusal(step: Step, custody: Custody, actor: Actor): CustodyRefusal | null {
  const rule: Rule = WORKFLOW[step];
  if (!rule.from.includes(custody.status)) return "STEP_NOT_ALLOWED";
  const named = custody[rule.by] === actor.email;
  return named || (rule.admin && actor.role === "admin") ? null : "NOT_YOURS";
}

/**
 * How a refusal names the sample's present state (`{state}` in domain/errors.ts). With whom it is, is only
 * for those who may see it.
 */
export function stateInWords({ status, samplmanag }: Custody, isVisible: boolean): string {
  return isVisible ? `${status}, with ${samplmanag}` : status;
}

/**
 * The custody fields that `step` changes. Every step leaves at most one pending person, so a loss
 * requested in transit settles the transfer: `undefined` clears the field.
 *
 * @param chosen e-mail of the recipient or approver; ignored by the three acknowledgements
 */
export function afterStep(step: Step, custody: Custody, actor: Actor, chosen?: string): Custody {
  const rule: Rule = WORKFLOW[step];
  const handedOver = rule.names === undefined;
  const pending = { inTransitTo: undefined, inReturnTo: undefined, inOSapprby: undefined };
  return {
    status: rule.to,
    samplmanag: handedOver ? actor.email : custody.samplmanag,
    lastmanag: handedOver ? custody.samplmanag : custody.lastmanag,
    ...pending,
    ...(rule.names === undefined ? {} : { [rule.names]: chosen }),
  };
}

/** Edit re-sets the status to Registered. Source: product.md, Workflow. */
const EDITABLE: readonly Status[] = ["Registered", "In Use"];

export function editRefusal(custody: Custody, actor: Actor): CustodyRefusal | null {
  if (!EDITABLE.includes(custody.status)) return "STEP_NOT_ALLOWED";
  const holds = custody.samplmanag === actor.email;
  return holds || actor.role === "admin" ? null : "NOT_YOURS";
}

/** Only the person who registered a sample deletes it, and only while it is Registered. Source: doc 2 §5. */
export function deleteRefusal(
  sample: Custody & { readonly registeredby: string },
  actor: Actor,
): CustodyRefusal | null {
  if (sample.registeredby !== actor.email) return "NOT_YOURS";
  return sample.status === "Registered" ? null : "STEP_NOT_ALLOWED";
}
