import { expect, test } from "vitest";
import type { Deployment } from "../../engine/deployment";
import type { Outcome } from "../../engine/functions/types";
import { FunctionFailure, writeRefusal } from "../../engine/functions/errors";
import { StorageWriteError } from "../../engine/storage/errors";
import { runMutation } from "../../server/internalCalls";
import { Problem } from "../../server/settings";

/** A deployment in which every mutation fails with this failure. */
function failingWith(failure: FunctionFailure): Deployment {
  const error = failure.forClient("0123456789abcdef", { isRedacted: true });
  const outcome: Outcome = { ok: false, error, logLines: [] };
  return { functions: { runMutation: () => Promise.resolve(outcome) } } as unknown as Deployment;
}

test.each([
  ["a full disk", "full", "The disk of the server is full: nothing was saved."],
  ["damaged data", "damaged", "The data of the server are damaged: nothing was saved."],
] as const)("a start on %s ends in a sentence, not in a stack", async (_on, failure, sentence) => {
  const refusal = writeRefusal(new StorageWriteError("/data", { failure }))!;
  const call = runMutation(failingWith(refusal), "sampleFeed:startRun", {});
  await expect(call).rejects.toBeInstanceOf(Problem);
  await expect(call).rejects.toThrow(sentence);
});

test("an internal call that fails at the start names the function", async () => {
  const call = runMutation(failingWith(new FunctionFailure("Uncaught Error")), "lookups:seed", {});
  await expect(call).rejects.toThrow(/^lookups:seed failed: /);
});
