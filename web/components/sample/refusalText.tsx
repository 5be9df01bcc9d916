import type { Failure } from "@/lib/connection/attempt";
import { refusalOf } from "#domain/common/errors";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import {
  stateInWords,
  type Custody,
  type CustodyRefusal,
  type Step,
} from "#domain/custody/workflow";
import { toast } from "sonner";
import { PeopleInText } from "./PeopleInText";

/** The server's message for a step that is not possible with a sample that the reader can see. */
export function refusalText(code: CustodyRefusal, step: string, custody: Custody): string {
  return refusalOf(code, { step, state: stateInWords(custody, { isVisible: true }) }).message;
}

/**
 * Describes a step that failed: for a refusal, the server's text; for any other failure, a text
 * that begins with the step's own from domain/custody/stepTexts.ts.
 */
export function stepFailure(step: Step, failure: Failure): Failure {
  const { code, message } = failure;
  return code === null ? { ...failure, message: `${STEP_TEXTS[step].failed}${message}` } : failure;
}

/** Shows a refusal in a toast, for requests without a form; names replace e-mails. */
export function toastRefusal(message: string): void {
  toast.error(<PeopleInText>{message}</PeopleInText>);
}
