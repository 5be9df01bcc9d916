import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { ReasonStep } from "#domain/custody/workflow";

type ReversalInput = { sampleId: string; transactionId: string; reason: string };

/** The mutation of `step`. An empty reason counts as none, where none is needed. */
export function useReversal(step: ReasonStep): (input: ReversalInput) => Promise<null> {
  const reversals = {
    declineTransfer: useMutation(api.custody.declineTransfer),
    cancelTransfer: useMutation(api.custody.cancelTransfer),
    declineReturn: useMutation(api.custody.declineReturn),
    cancelReturn: useMutation(api.custody.cancelReturn),
    declineLost: useMutation(api.custody.declineLost),
    cancelLost: useMutation(api.custody.cancelLost),
    reopen: useMutation(api.custody.reopen),
  } satisfies Record<ReasonStep, unknown>;
  return reversals[step];
}
