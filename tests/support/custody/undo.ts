import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import { UNDO_MS } from "#domain/custody/undo";
import { STEPS, WORKFLOW } from "#domain/custody/workflow";
import { numberedSample } from "../functions/numberedSample";
import { refusedCode, refusedWith } from "../refusals";
import { allowedCell } from "./expectations";
import { newId, next, type Lab, type OpenLab } from "./lab";
import { changeSupervisor } from "../testFunctions";
import { disable, letUndoPass } from "./people";

export function undoSuite(openLab: OpenLab): void {
  describe("undoing a step", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    test.each(STEPS)(
      "undo restores all that %s changed, and adds a history record of its own",
      async (step) => {
        const sampleId = await lab.sampleIn(allowedCell(step).status);
        const before = await lab.stored(sampleId);
        const by = lab.takerOf(step);
        await lab.take(step, by, sampleId);
        const records = (await lab.history(sampleId)).length;
        const transactionId = newId();
        await lab.undo(by, sampleId, transactionId);
        expect(await lab.stored(sampleId)).toEqual({
          ...before,
          lastTransactionId: transactionId,
        });
        const history = await lab.history(sampleId);
        expect(history).toHaveLength(records + 1);
        expect(history.at(-1)).toMatchObject({
          action: "Undone",
          undone: WORKFLOW[step].action,
          email: by,
          ...(step === "reopen" ? {} : { recipient: lab.chosenFor(step) }),
          status: before.status,
          samplmanag: before.samplmanag,
        });
      },
    );

    test("undo is possible once, and leaves nothing to undo", async () => {
      const sampleId = await lab.sampleIn("In Use");
      await lab.undo(lab.bruno, sampleId);
      // Ana took the step before, so hers is no longer the latest.
      for (const by of [lab.bruno, lab.ana]) {
        expect(await refusedCode(lab.undo(by, sampleId))).toBe("STEP_NOT_ALLOWED");
      }
    });

    test("undo is refused after 60 seconds, and changes nothing", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      await lab.backend.admin.mutation(letUndoPass, { sampleId });
      const before = await lab.stored(sampleId);
      const { code, message } = await refusedWith(lab.undo(lab.ana, sampleId));
      expect([code, message]).toEqual([
        "UNDO_TOO_LATE",
        "A step can be undone for 60 seconds. Use the next step instead.",
      ]);
      expect(await lab.stored(sampleId)).toEqual(before);
    });

    test("undo is refused to everyone else, including admins", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      for (const by of [lab.adam, lab.sara, lab.bruno, lab.carla]) {
        const code = by === lab.carla ? "SAMPLE_MISSING" : "NOT_YOURS"; // a stranger to the sample
        expect(await refusedCode(lab.undo(by, sampleId))).toBe(code);
        expect(await lab.as(by).query(api.custody.undoable, { sampleId })).toBeNull();
      }
      const { inTransitDate = 0 } = await lab.stored(sampleId);
      const undoable = await lab.as(lab.ana).query(api.custody.undoable, { sampleId });
      expect(undoable).toMatchObject({ step: "transfer", until: inTransitDate + UNDO_MS });
      expect(await lab.as(lab.ana).query(api.custody.undoable, { sampleId: "none" })).toBeNull();
    });

    test("undo is refused after an edit, because an edit is not a step", async () => {
      const sampleId = await lab.sampleIn("In Use");
      await lab.as(lab.bruno).mutation(api.samples.edit, {
        transactionId: newId(),
        sampleId,
        duplicates: "reject",
        fields: numberedSample(next()),
      });
      expect(await refusedCode(lab.undo(lab.bruno, sampleId))).toBe("STEP_NOT_ALLOWED");
    });

    test("undo of a step is refused once its actor has taken another one", async () => {
      const sampleId = await lab.register();
      const [stepId, transactionId] = [newId(), newId()];
      await lab.take("transfer", lab.ana, sampleId, stepId);
      await lab.take("cancelTransfer", lab.ana, sampleId);
      const before = await lab.stored(sampleId);
      const args = { sampleId, stepId, transactionId };
      const undo = lab.as(lab.ana).mutation(api.custody.undo, args);
      expect(await refusedCode(undo)).toBe("STEP_NOT_ALLOWED");
      expect(await lab.stored(sampleId)).toEqual(before);
    });

    test("undo is refused to a person whose account was disabled meanwhile", async () => {
      const sampleId = await lab.sampleIn("In Use");
      await lab.backend.admin.mutation(disable, { email: lab.bruno });
      expect(await refusedCode(lab.undo(lab.bruno, sampleId))).toBe("DISABLED");
    });

    test("undo is open to a recipient whose decline made the sample invisible to them", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      await lab.take("declineTransfer", lab.bruno, sampleId);
      const bruno = lab.as(lab.bruno);
      expect(await bruno.query(api.samples.get, { sampleId })).toBeNull();
      expect(await bruno.query(api.custody.undoable, { sampleId })).toMatchObject({
        step: "declineTransfer",
      });
      await lab.undo(lab.bruno, sampleId);
      await lab.take("acknowledgeTransfer", lab.bruno, sampleId);
    });

    test("undo gives the sample its holder's current supervisor", async () => {
      const sampleId = await lab.sampleIn("In Use");
      await lab.backend.admin.mutation(changeSupervisor, {
        email: lab.ana,
        supervisor: lab.adam,
      });
      await lab.undo(lab.bruno, sampleId);
      expect(await lab.stored(sampleId)).toMatchObject({
        status: "In Transit",
        samplmanag: lab.ana,
        supervisor: lab.adam,
      });
    });

    test("sending an undo's transaction id twice changes nothing", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      const transactionId = newId();
      await lab.undo(lab.ana, sampleId, transactionId);
      const after: Doc<"samples"> = await lab.stored(sampleId);
      const again = lab.undo(lab.ana, sampleId, transactionId);
      expect(await refusedCode(again)).toBe("TRANSACTION_REPEATED");
      expect(await lab.stored(sampleId)).toEqual(after);
    });
  });
}
