import { beforeEach, describe, expect, test } from "vitest";
import { STEPS } from "#domain/custody/workflow";
import { refusedWith } from "../refusals";
import { allowedCell, forbiddenCell } from "./expectations";
import type { Lab, OpenLab } from "./lab";

export function toldSuite(openLab: OpenLab): void {
  describe("what a refusal tells", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    test.each(STEPS)("to a stranger a sample's id is the id of nothing: %s", async (step) => {
      const statuses = [allowedCell(step).status, forbiddenCell(step).status];
      for (const status of statuses) {
        const sampleId = await lab.sampleIn(status);
        const refused = await refusedWith(lab.take(step, lab.carla, sampleId));
        const unknown = await refusedWith(lab.take(step, lab.carla, sampleId.replace(/./g, "0")));
        expect(refused).toEqual(unknown);
      }
    });

    test("a reader who may see the sample learns with whom it is", async () => {
      const sampleId = await lab.sampleIn("In Use");
      const { message } = await refusedWith(lab.take("transfer", lab.sara, sampleId));
      expect(message).toBe(`Transfer is not yours to do: the sample is In Use, with ${lab.bruno}.`);
    });

    test("a recipient whom an admin forestalled learns what it is now", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      await lab.take("acknowledgeTransfer", lab.adam, sampleId);
      const { message } = await refusedWith(lab.take("acknowledgeTransfer", lab.bruno, sampleId));
      expect(message).toBe("Transfer Acknowledge is not possible now: the sample is In Use.");
    });
  });
}
