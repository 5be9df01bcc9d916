import { beforeEach, describe, expect, test } from "vitest";
import { STEPS } from "#domain/custody/workflow";
import { refusedCode, refusedWith } from "../refusals";
import { allowedCell } from "./expectations";
import { newId, type Lab, type OpenLab } from "./lab";

export function onceSuite(openLab: OpenLab): void {
  describe("once and only once", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    test.each(STEPS)("sending the same transaction id twice changes nothing: %s", async (step) => {
      const { status } = allowedCell(step);
      const sampleId = await lab.sampleIn(status);
      const transactionId = newId();
      const by = lab.takerOf(step);
      await lab.take(step, by, sampleId, transactionId);
      const after = await lab.stored(sampleId);
      const { message } = await refusedWith(lab.take(step, by, sampleId, transactionId));
      expect(message).toBe("This transaction was already processed!");
      expect(await lab.stored(sampleId)).toEqual(after);
    });

    test("a refused step does not consume its transaction id", async () => {
      const sampleId = await lab.register();
      const transactionId = newId();
      await refusedCode(lab.take("transfer", lab.carla, sampleId, transactionId));
      await lab.take("transfer", lab.ana, sampleId, transactionId);
    });

    test("a person cannot consume another person's transaction ids", async () => {
      const [mine, theirs] = [await lab.register(), await lab.register(lab.carla)];
      const transactionId = newId();
      await lab.take("transfer", lab.carla, theirs, transactionId);
      await lab.take("transfer", lab.ana, mine, transactionId);
      expect(await lab.stored(mine)).toMatchObject({ status: "In Transit" });
      expect(await refusedCode(lab.take("cancelTransfer", lab.ana, mine, transactionId))).toBe(
        "TRANSACTION_REPEATED",
      );
    });

    test("an empty or overlong transaction id is refused", async () => {
      const sampleId = await lab.register();
      for (const transactionId of ["", "x".repeat(101)]) {
        expect(await refusedCode(lab.take("transfer", lab.ana, sampleId, transactionId))).toBe(
          "TRANSACTION_ID_INVALID",
        );
      }
    });
  });
}
