import type { Doc } from "../../../convex/_generated/dataModel";
import type { Status } from "../../../domain/statuses";
import type { Step } from "../../../domain/workflow";
import type { Lab, PersonName } from "./lab";

type Rule = {
  readonly from: readonly Status[];
  /** Ana stands for the holder, Bruno for the recipient of a transfer, Sara for whoever else is asked. */
  readonly holder: "ana" | "bruno" | "sara";
  readonly admin: boolean;
};

/** Who may take each step, and from which status: product.md's table, written out once more. */
export const ALLOWED: Readonly<Record<Step, Rule>> = {
  transfer: { from: ["Registered", "In Use"], holder: "ana", admin: true },
  acknowledgeTransfer: { from: ["In Transit"], holder: "bruno", admin: true },
  returnToCustomer: { from: ["Registered", "In Use"], holder: "ana", admin: true },
  acknowledgeReturn: { from: ["In Return"], holder: "sara", admin: false },
  requestLost: { from: ["Registered", "In Use", "In Transit"], holder: "ana", admin: true },
  acknowledgeLost: { from: ["Request Lost"], holder: "sara", admin: true },
  declineTransfer: { from: ["In Transit"], holder: "bruno", admin: true },
  cancelTransfer: { from: ["In Transit"], holder: "ana", admin: true },
  declineReturn: { from: ["In Return"], holder: "sara", admin: false },
  cancelReturn: { from: ["In Return"], holder: "ana", admin: true },
  declineLost: { from: ["Request Lost"], holder: "sara", admin: true },
  cancelLost: { from: ["Request Lost"], holder: "ana", admin: true },
};

/** From ALLOWED and the sample's fields: the code of the refusal, or null. */
export function expectedRefusal(
  step: Step,
  person: PersonName,
  status: Status,
  sample: Doc<"samples">,
  lab: Lab,
) {
  const rule = ALLOWED[step];
  if (!rule.from.includes(status)) return "STEP_NOT_ALLOWED";
  // After a transfer it is Bruno who may go on, and he cannot hand it to himself.
  const holds = rule.holder === "ana" ? sample.samplmanag === lab[person] : person === rule.holder;
  if (!holds && !(rule.admin && person === "adam")) return "NOT_YOURS";
  return step === "transfer" && sample.samplmanag === lab.bruno ? "RECIPIENT_HOLDS_IT" : null;
}
