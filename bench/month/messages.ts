/** Messages between the process that is killed and the process that kills it. */

import type { Step } from "#domain/custody/workflow";

export type TakenStep = {
  readonly by: string;
  readonly step: Step;
  readonly sampleId: string;
  readonly transactionId: string;
  readonly chosen?: string;
  readonly reason?: string;
};

/** A moment of the month, epoch ms: these steps, followed by every digest that is due. */
export type Tick = { readonly now: number; readonly steps: readonly TakenStep[] };
