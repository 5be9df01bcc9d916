import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import type { ReversalStep, Step } from "#domain/custody/workflow";
import { refusedCode, refusedWith } from "../refusals";
import { newId, REASON, type Lab, type OpenLab } from "./lab";
import { changeSupervisor } from "../testFunctions";

/** Each reversal, the step it reverses, and who takes it. */
const REVERSALS: readonly (readonly [ReversalStep, Step, "ana" | "bruno" | "sara", string])[] = [
  ["declineTransfer", "transfer", "bruno", "Transfer Declined"],
  ["cancelTransfer", "transfer", "ana", "Transfer Cancelled"],
  ["declineReturn", "returnToCustomer", "sara", "Return Declined"],
  ["cancelReturn", "returnToCustomer", "ana", "Return Cancelled"],
  ["declineLost", "requestLost", "sara", "Lost Declined"],
  ["cancelLost", "requestLost", "ana", "Lost Cancelled"],
];

export function reversalSuite(openLab: OpenLab): void {
  describe("declining and cancelling", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    test.each(REVERSALS)(
      "%s restores the sample as it was before %s, when taken by %s",
      async (step, ask, who, action) => {
        const sampleId = await lab.register();
        const before = await lab.stored(sampleId);
        await lab.take(ask, lab.ana, sampleId);
        await lab.take(step, lab[who], sampleId);
        expect(await lab.stored(sampleId)).toEqual({
          ...before,
          lastTransactionId: expect.stringMatching("transaction-") as string,
        });
        const records = await lab.history(sampleId);
        expect(records).toHaveLength(3);
        expect(records.at(-1)).toMatchObject({
          action,
          reason: REASON,
          email: lab[who],
          recipient: lab.chosenFor(ask),
          status: "Registered",
          samplmanag: lab.ana,
        });
      },
    );

    test.each(["declineTransfer", "declineReturn", "declineLost"] as const)(
      "%s needs a reason of 1 to 255 characters",
      async (step) => {
        const [, ask, who] = REVERSALS.find(([reversal]) => reversal === step) ?? [];
        if (ask === undefined || who === undefined) throw new Error(`${step} takes back nothing`);
        const sampleId = await lab.register();
        await lab.take(ask, lab.ana, sampleId);
        const decline = (reason: string) =>
          lab
            .as(lab[who])
            .mutation(api.custody[step], { sampleId, transactionId: newId(), reason });
        for (const blank of ["", "  \n "]) {
          expect(await refusedWith(decline(blank))).toEqual({
            code: "FIELD_MISSING",
            field: "reason",
            message: "Reason is required",
          });
        }
        expect(await refusedWith(decline("x".repeat(256)))).toEqual({
          code: "FIELD_TOO_LONG",
          field: "reason",
          message: "Reason must be at most 255 characters",
        });
        await decline(`  ${"x".repeat(255)}  `);
        expect((await lab.history(sampleId)).at(-1)).toMatchObject({ reason: "x".repeat(255) });
      },
    );

    test.each(["cancelTransfer", "cancelReturn", "cancelLost"] as const)(
      "%s needs no reason, and refuses an overlong one",
      async (step) => {
        const [, ask] = REVERSALS.find(([reversal]) => reversal === step) ?? [];
        if (ask === undefined) throw new Error(`${step} takes back nothing`);
        const sampleId = await lab.register();
        await lab.take(ask, lab.ana, sampleId);
        const ana = lab.as(lab.ana);
        const args = { sampleId, transactionId: newId() };
        const endless = { ...args, reason: "x".repeat(256) };
        expect(await refusedCode(ana.mutation(api.custody[step], endless))).toBe("FIELD_TOO_LONG");
        await ana.mutation(api.custody[step], args);
        expect((await lab.history(sampleId)).at(-1)).not.toHaveProperty("reason");
      },
    );

    test("declining the transfer of a sample in use restores its status, place and date", async () => {
      const sampleId = await lab.sampleIn("In Use");
      const before = await lab.stored(sampleId);
      const carla = { sampleId, transactionId: newId(), recipient: lab.carla };
      await lab.as(lab.bruno).mutation(api.custody.transfer, carla);
      await lab.take("declineTransfer", lab.carla, sampleId);
      expect(withoutTransaction(await lab.stored(sampleId))).toEqual(withoutTransaction(before));
    });

    test("taking back a loss requested in transit restores the transfer to the same recipient", async () => {
      const sampleId = await lab.register();
      const start = await lab.stored(sampleId);
      await lab.take("transfer", lab.ana, sampleId);
      const inTransit = await lab.stored(sampleId);
      await lab.take("requestLost", lab.ana, sampleId);
      await lab.take("declineLost", lab.sara, sampleId);
      expect(withoutTransaction(await lab.stored(sampleId))).toEqual(withoutTransaction(inTransit));
      await lab.take("declineTransfer", lab.bruno, sampleId);
      expect(withoutTransaction(await lab.stored(sampleId))).toEqual(withoutTransaction(start));
    });

    test("after a decline, the recipient can no longer receive the sample", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      await lab.take("declineTransfer", lab.bruno, sampleId);
      expect(await refusedCode(lab.take("acknowledgeTransfer", lab.bruno, sampleId))).toBe(
        "STEP_NOT_ALLOWED",
      );
    });

    test("a reversal keeps a supervisor that the holder got after the request", async () => {
      const sampleId = await lab.sampleIn("In Return");
      await lab.backend.admin.mutation(changeSupervisor, {
        email: lab.ana,
        supervisor: lab.adam,
      });
      await lab.take("cancelReturn", lab.ana, sampleId);
      expect(await lab.stored(sampleId)).toMatchObject({ supervisor: lab.adam, city: "Lisbon" });
    });

    test("if a recipient receives while the sender cancels, exactly one succeeds", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      const outcomes = await Promise.allSettled([
        lab.take("acknowledgeTransfer", lab.bruno, sampleId),
        lab.take("cancelTransfer", lab.ana, sampleId),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await lab.history(sampleId)).toHaveLength(3);
    });
  });
}

function withoutTransaction(sample: Doc<"samples">) {
  return { ...sample, lastTransactionId: undefined };
}
