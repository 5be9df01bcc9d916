import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import { isRequest, isReversal, refusal, STEPS, WORKFLOW } from "../../../domain/workflow";
import { refusedCode } from "../refusals";
import { PEOPLE, ROLES, type Lab, type OpenLab } from "./lab";

/** The notes of a naive observer about one sample. */
type Notes = {
  now: Doc<"samples">;
  /** The sample as it was stored before each request that is still open. */
  readonly before: Doc<"samples">[];
  readonly actions: string[];
};

const attempts = fc.array(
  fc.record({
    step: fc.constantFrom(...STEPS),
    by: fc.constantFrom(...PEOPLE),
    which: fc.nat({ max: 1 }),
  }),
  { minLength: 1, maxLength: 20 },
);

export function sequenceSuite(openLab: OpenLab): void {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab();
  });

  test("any sequence of attempts does what the workflow table says, and nothing else", async () => {
    const property = fc.asyncProperty(attempts, async (sequence) => {
      const notes = [await registered(lab), await registered(lab)];
      for (const { step, by, which } of sequence) {
        const note = notes[which];
        if (note === undefined) throw new Error(`There is no sample ${which}`);
        const actor = { email: lab[by], role: ROLES[by] } as const;
        const toHolder = step === "transfer" && note.now.samplmanag === lab.chosenFor(step);
        const expected = refusal(step, note.now, actor) ?? (toHolder ? "RECIPIENT_HOLDS_IT" : null);
        const call = lab.take(step, actor.email, note.now._id);
        if (expected !== null) {
          expect(await refusedCode(call)).toBe(expected);
          expect(await lab.stored(note.now._id)).toEqual(note.now);
          continue;
        }
        await call;
        const after = await lab.stored(note.now._id);
        if (isRequest(step)) note.before.push(note.now);
        else if (isReversal(step)) expect(asFound(after)).toEqual(asFound(note.before.pop()));
        else {
          note.before.length = 0;
          expect(after).toMatchObject({ samplmanag: actor.email, lastmanag: note.now.samplmanag });
        }
        note.actions.push(WORKFLOW[step].action);
        note.now = after;
        expect(pendingIn(after)).toBe(note.before.length > 0 ? 1 : 0);
        expect("resumes" in after).toBe(note.before.length > 0);
      }
      for (const { now, actions } of notes) {
        const history = await lab.history(now._id);
        expect(history.map(({ action }) => action)).toEqual(actions);
      }
    });
    await fc.assert(property, { numRuns: 40 });
  }, 120_000);
}

async function registered(lab: Lab): Promise<Notes> {
  const sampleId: Id<"samples"> = await lab.register();
  return { now: await lab.stored(sampleId), before: [], actions: ["Register"] };
}

/** All of the sample but the last transaction's id, which every step leaves. */
function asFound(sample: Doc<"samples"> | undefined) {
  if (sample === undefined) throw new Error("There was nothing to take back");
  return { ...sample, lastTransactionId: undefined };
}

function pendingIn({ inTransitTo, inReturnTo, inOSapprby }: Doc<"samples">): number {
  return [inTransitTo, inReturnTo, inOSapprby].filter((email) => email !== undefined).length;
}
