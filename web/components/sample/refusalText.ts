import { refusalOf } from "../../../domain/errors";
import type { Custody, CustodyRefusal } from "../../../domain/workflow";

/** The server's words for a step that is not possible on a sample that the reader can see. */
export function refusalText(code: CustodyRefusal, step: string, custody: Custody): string {
  const state = `${custody.status}, with ${custody.samplmanag}`;
  return refusalOf(code, { step, state }).message;
}
