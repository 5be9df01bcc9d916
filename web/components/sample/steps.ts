import { HandHelping, Inbox, PackageX, SearchX, Send, Undo2, type LucideIcon } from "lucide-react";
import {
  HAND_OVER_STEPS,
  refusal,
  type Actor,
  type Custody,
  type HandOverStep,
} from "../../../domain/workflow";

type StepScreen = {
  /** The word on its buttons. */
  button: string;
  icon: LucideIcon;
  /** The address of its form; `$id` is the sample's. */
  to: string;
};

// prettier-ignore
export const STEP_SCREENS = {
  transfer: { button: "Transfer", icon: Send, to: "/private/transferfs/$id" },
  acknowledgeTransfer: { button: "Receive", icon: Inbox, to: "/private/acknowledgefs/$id" },
  returnToCustomer: { button: "Return", icon: Undo2, to: "/private/returnfs/$id" },
  acknowledgeReturn: { button: "Receive", icon: HandHelping, to: "/private/racknowledgefs/$id" },
  requestLost: { button: "Request Lost", icon: SearchX, to: "/private/outofservicefs/$id" },
  acknowledgeLost: { button: "Ack Lost", icon: PackageX, to: "/private/outofservicefs/osacknowledgefs/$id" },
} as const satisfies Record<HandOverStep, StepScreen>;

/** The hand-over steps that `actor` may take with the sample now, as the server will judge them. */
export function possibleSteps(custody: Custody, actor: Actor): HandOverStep[] {
  return HAND_OVER_STEPS.filter((step) => refusal(step, custody, actor) === null);
}
