import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import {
  absenteeOfStep,
  isAcknowledge,
  isRequest,
  isReversal,
  PENDING_FIELDS,
  refusal,
  STEPS,
  WORKFLOW,
  type Actor,
  type PendingField,
} from "#domain/custody/workflow";
import { refusedCode } from "../refusals";
import { PEOPLE, ROLES, type Lab, type OpenLab } from "./lab";

type Name = (typeof PEOPLE)[number];

/** A naive model of one sample. */
type Notes = {
  now: Doc<"samples">;
  /** The sample as it was stored before each request that is still open. */
  before: readonly Doc<"samples">[];
  /** The latest step, which its actor may undo, and the model before it. */
  latest: { readonly by: string; readonly notes: Pick<Notes, "now" | "before"> } | null;
  readonly actions: string[];
  /** People who ever held the sample, were asked for it or acted on it. */
  readonly known: Set<string>;
  /** People who were asked for it, and the field that named them. */
  readonly asked: { readonly email: string; readonly field: PendingField }[];
};

const UNDO = "undo";
/** An attempt in which a person enters an absence, with `standIn`. */
const AWAY = "away";

const attempts = fc.array(
  fc.record({
    step: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...STEPS) },
      fc.constantFrom(UNDO, AWAY),
    ),
    by: fc.constantFrom(...PEOPLE),
    standIn: fc.constantFrom(...PEOPLE),
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
      const standIns = new Map<Name, Name>();
      for (const { step, by, standIn, which } of sequence) {
        const note = notes[which];
        if (note === undefined) throw new Error(`There is no sample ${which}`);
        if (step === AWAY) {
          if (standIn === by) continue;
          await lab.setAway(lab[by], lab[standIn]);
          standIns.set(by, standIn);
          continue;
        }
        const actor = actorWith(lab, by, standIns);
        if (step === UNDO) {
          await tryUndo(lab, note, actor);
          continue;
        }
        const toHolder = step === "transfer" && note.now.samplmanag === lab.chosenFor(step);
        const expected = refusal(step, note.now, actor) ?? (toHolder ? "RECIPIENT_HOLDS_IT" : null);
        const call = lab.take(step, actor.email, note.now._id);
        if (expected !== null) {
          const missing = isAcknowledge(step) ? "DOCUMENT_MISSING" : "SAMPLE_MISSING";
          const answer = isStranger(note, actor) ? missing : expected;
          expect(await refusedCode(call)).toBe(answer);
          expect(await lab.stored(note.now._id)).toEqual(note.now);
          continue;
        }
        await call;
        note.known.add(actor.email);
        if (isRequest(step)) {
          const email = lab.chosenFor(step);
          note.known.add(email);
          note.asked.push({ email, field: WORKFLOW[step].assigneeField });
        }
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
        const absent = absenteeOfStep(step, note.now, actor);
        note.actions.push(
          `${WORKFLOW[step].action}${absent === undefined ? "" : ` for ${absent}`}`,
        );
        note.now = after;
        expect(pendingIn(after)).toBe(note.before.length > 0 ? 1 : 0);
        expect("resumes" in after).toBe(note.before.length > 0);
      }
      for (const { now, actions } of notes) {
        const history = await lab.history(now._id);
        expect(history.map(actionInWords)).toEqual(actions);
      }
      for (const by of standIns.keys()) await lab.setAway(lab[by], null);
    });
    await fc.assert(property, { numRuns: 20 });
  });
}

const actionInWords = ({ action, onBehalfOf }: Doc<"history">) =>
  onBehalfOf === undefined ? action : `${action} for ${onBehalfOf}`;

/** Only Sara and Adam are on the lists of people who take returns and approve losses. */
function actorWith(lab: Lab, by: Name, standIns: ReadonlyMap<Name, Name>): Actor {
  const isListed = by === "sara" || by === "adam";
  const fields = isListed ? PENDING_FIELDS : (["inTransitTo"] as const);
  const absent = [...standIns].filter(([, standIn]) => standIn === by);
  const standsInFor = absent.map(([name]) => ({ email: lab[name], fields }));
  return { email: lab[by], role: ROLES[by], standsInFor };
}

async function registered(lab: Lab): Promise<Notes> {
  const sampleId: Id<"samples"> = await lab.register();
  const now = await lab.stored(sampleId);
  return {
    now,
    before: [],
    latest: null,
    actions: ["Register"],
    known: new Set([lab.ana]),
    asked: [],
  };
}

/** Sara and Adam see all samples here. A stand-in sees what the absent person was asked to take. */
function isStranger({ known, asked }: Notes, { email, role, standsInFor = [] }: Actor): boolean {
  const isAsked = standsInFor.some((absent) =>
    asked.some((each) => each.email === absent.email && absent.fields.includes(each.field)),
  );
  return role === "user" && !known.has(email) && !isAsked;
}

/** An undo restores the whole sample, and only the actor of the latest step may undo it. */
async function tryUndo(lab: Lab, note: Notes, actor: Actor): Promise<void> {
  const { latest } = note;
  const sampleId = note.now._id;
  const call = lab.undo(actor.email, sampleId);
  if (latest?.by !== actor.email) {
    const expected = latest === null ? "STEP_NOT_ALLOWED" : "NOT_YOURS";
    expect(await refusedCode(call)).toBe(isStranger(note, actor) ? "SAMPLE_MISSING" : expected);
    expect(await lab.stored(sampleId)).toEqual(note.now);
    return;
  }
  await call;
  const after = await lab.stored(sampleId);
  expect(asFound(after)).toEqual(asFound(latest.notes.now));
  Object.assign(note, { now: after, before: latest.notes.before, latest: null });
  note.actions.push("Undone");
}

/** The sample without the last transaction's id, which every step changes. */
function asFound(sample: Doc<"samples"> | undefined) {
  if (sample === undefined) throw new Error("There was nothing to take back");
  return { ...sample, lastTransactionId: undefined };
}

function pendingIn({ inTransitTo, inReturnTo, inOSapprby }: Doc<"samples">): number {
  return [inTransitTo, inReturnTo, inOSapprby].filter((email) => email !== undefined).length;
}
