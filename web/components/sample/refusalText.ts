import { refusalOf } from "../../../domain/errors";
import { stateInWords, type Custody, type CustodyRefusal } from "../../../domain/workflow";

/** The server's words for a step that is not possible on a sample that the reader can see. */
export function refusalText(code: CustodyRefusal, step: string, custody: Custody): string {
  return refusalOf(code, { step, state: stateInWords(custody, true) }).message;
}
