import type { Step } from "#domain/custody/workflow";

/** Messages between the process that is killed and the one that kills it. */

export type TakenStep = {
  readonly by: string;
  readonly step: Step;
  readonly sampleId: string;
  readonly transactionId: string;
  readonly chosen?: string;
  readonly reason?: string;
};

/** A moment of the month, epoch ms: these steps, then every digest that is due. */
export type Tick = { readonly now: number; readonly steps: readonly TakenStep[] };
