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
  before: readonly Doc<"samples">[];
  /** The latest step, which its taker may undo, and the notes of before it. */
  latest: { readonly by: string; readonly notes: Pick<Notes, "now" | "before"> } | null;
  readonly actions: string[];
};

const UNDO = "undo";

const attempts = fc.array(
  fc.record({
    step: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...STEPS) }, fc.constant(UNDO)),
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
        if (step === UNDO) {
          await tryUndo(lab, note, actor.email);
          continue;
        }
        const toHolder = step === "transfer" && note.now.samplmanag === lab.chosenFor(step);
        const expected = refusal(step, note.now, actor) ?? (toHolder ? "RECIPIENT_HOLDS_IT" : null);
        const call = lab.take(step, actor.email, note.now._id);
        if (expected !== null) {
          expect(await refusedCode(call)).toBe(expected);
          expect(await lab.stored(note.now._id)).toEqual(note.now);
          continue;
        }
        await call;
        note.latest = { by: actor.email, notes: { now: note.now, before: note.before } };
        const after = await lab.stored(note.now._id);
        if (isRequest(step)) note.before = [...note.before, note.now];
        else if (isReversal(step)) {
          expect(asFound(after)).toEqual(asFound(note.before.at(-1)));
          note.before = note.before.slice(0, -1);
        } else {
          note.before = [];
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
  return { now: await lab.stored(sampleId), before: [], latest: null, actions: ["Register"] };
}

/** An undo brings back all of the sample, for whoever took the latest step and nobody else. */
async function tryUndo(lab: Lab, note: Notes, by: string): Promise<void> {
  const { latest } = note;
  const sampleId = note.now._id;
  const call = lab.undo(by, sampleId);
  if (latest?.by !== by) {
    expect(await refusedCode(call)).toBe(latest === null ? "STEP_NOT_ALLOWED" : "NOT_YOURS");
    expect(await lab.stored(sampleId)).toEqual(note.now);
    return;
  }
  await call;
  const after = await lab.stored(sampleId);
  expect(asFound(after)).toEqual(asFound(latest.notes.now));
  Object.assign(note, { now: after, before: latest.notes.before, latest: null });
  note.actions.push("Undone");
}

/** All of the sample but the last transaction's id, which every step leaves. */
function asFound(sample: Doc<"samples"> | undefined) {
  if (sample === undefined) throw new Error("There was nothing to take back");
  return { ...sample, lastTransactionId: undefined };
}

function pendingIn({ inTransitTo, inReturnTo, inOSapprby }: Doc<"samples">): number {
  return [inTransitTo, inReturnTo, inOSapprby].filter((email) => email !== undefined).length;
}
