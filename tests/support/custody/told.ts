import { beforeEach, describe, expect, test } from "vitest";
import { STEPS } from "#domain/custody/workflow";
import { refusedWith } from "../refusals";
import { allowedCell, forbiddenCell } from "./expectations";
import type { Lab, OpenLab } from "./lab";

export function toldSuite(openLab: OpenLab): void {
  describe("what a refusal reveals", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    test.each(STEPS)("for a stranger, a sample's id does not exist: %s", async (step) => {
      const statuses = [allowedCell(step).status, forbiddenCell(step).status];
      for (const status of statuses) {
        const sampleId = await lab.sampleIn(status);
        const refused = await refusedWith(lab.take(step, lab.carla, sampleId));
        const unknown = await refusedWith(lab.take(step, lab.carla, sampleId.replace(/./g, "0")));
        expect(refused).toEqual(unknown);
      }
    });

    test("a refusal tells a person who may see the sample who holds it", async () => {
      const sampleId = await lab.sampleIn("In Use");
      const { message } = await refusedWith(lab.take("transfer", lab.sara, sampleId));
      expect(message).toBe(
        `You cannot do this step (Transfer): the sample is In Use, with ${lab.bruno}.`,
      );
    });

    test("a recipient for whom an admin has already received is told the sample's current status", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      await lab.take("acknowledgeTransfer", lab.adam, sampleId);
      const { message } = await refusedWith(lab.take("acknowledgeTransfer", lab.bruno, sampleId));
      expect(message).toBe("Transfer Acknowledge is not possible now: the sample is In Use.");
    });
  });
}
