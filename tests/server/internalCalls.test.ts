import { expect, test } from "vitest";
import type { Deployment } from "../../engine/deployment";
import type { Outcome } from "../../engine/functions/types";
import { diskFullFailure, FunctionFailure } from "../../engine/functions/errors";
import { runMutation } from "../../server/internalCalls";
import { Problem } from "../../server/settings";

/** A deployment whose every mutation ends in this failure. */
function failingWith(failure: FunctionFailure): Deployment {
  const error = failure.forClient("0123456789abcdef", { isRedacted: true });
  const outcome: Outcome = { ok: false, error, logLines: [] };
  return { functions: { runMutation: () => Promise.resolve(outcome) } } as unknown as Deployment;
}

test("a start on a full disk ends in a sentence, not in a stack", async () => {
  const call = runMutation(failingWith(diskFullFailure()), "sampleFeed:startRun", {});
  await expect(call).rejects.toBeInstanceOf(Problem);
  await expect(call).rejects.toThrow(/^The disk of the server is full: nothing was saved\.$/);
});

test("a bug at the start names the function that failed", async () => {
  const call = runMutation(failingWith(new FunctionFailure("Uncaught Error")), "lookups:seed", {});
  await expect(call).rejects.toThrow(/^lookups:seed failed: /);
});
