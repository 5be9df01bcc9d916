import type { Failure } from "@/lib/connection/attempt";
import { refusalOf } from "#domain/common/errors";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import {
  stateInWords,
  type Custody,
  type CustodyRefusal,
  type Step,
} from "#domain/custody/workflow";

/** The server's words for a step that is not possible on a sample that the reader can see. */
export function refusalText(code: CustodyRefusal, step: string, custody: Custody): string {
  return refusalOf(code, { step, state: stateInWords(custody, { isVisible: true }) }).message;
}

/**
 * The words for a step that failed: a refusal keeps the server's text; any other failure begins
 * with the step's own text of domain/custody/stepTexts.ts.
 */
export function stepFailure(step: Step, failure: Failure): Failure {
  const { code, message } = failure;
  return code === null ? { ...failure, message: `${STEP_TEXTS[step].failed}${message}` } : failure;
}
