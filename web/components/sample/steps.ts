import {
  Ban,
  HandHelping,
  Inbox,
  PackageOpen,
  PackageX,
  RotateCcw,
  SearchX,
  Send,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import {
  HAND_OVER_STEPS,
  refusal,
  type Actor,
  type Custody,
  type HandOverStep,
  type Step,
} from "#domain/custody/workflow";

export const STEP_ICONS: Readonly<Record<Step, LucideIcon>> = {
  transfer: Send,
  acknowledgeTransfer: Inbox,
  returnToCustomer: Undo2,
  acknowledgeReturn: HandHelping,
  requestLost: SearchX,
  acknowledgeLost: PackageX,
  declineTransfer: Ban,
  cancelTransfer: RotateCcw,
  declineReturn: Ban,
  cancelReturn: RotateCcw,
  declineLost: Ban,
  cancelLost: RotateCcw,
  reopen: PackageOpen,
};

/** Path of each hand-over step's form; `$id` is the sample's id. */
export const STEP_PATHS = {
  transfer: "/private/transferfs/$id",
  acknowledgeTransfer: "/private/acknowledgefs/$id",
  returnToCustomer: "/private/returnfs/$id",
  acknowledgeReturn: "/private/racknowledgefs/$id",
  requestLost: "/private/outofservicefs/$id",
  acknowledgeLost: "/private/outofservicefs/osacknowledgefs/$id",
} as const satisfies Record<HandOverStep, string>;

/** The hand-over steps that `actor` may take with the sample now, by the server's rules. */
export function possibleSteps(custody: Custody, actor: Actor): HandOverStep[] {
  return HAND_OVER_STEPS.filter((step) => refusal(step, custody, actor) === null);
}
