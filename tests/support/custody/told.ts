import { beforeEach, describe, expect, test } from "vitest";
import { STEPS, WORKFLOW } from "../../../domain/workflow";
import { refusedWith } from "../refusals";
import { forbiddenCell } from "./expectations";
import type { Lab, OpenLab } from "./lab";

export function toldSuite(openLab: OpenLab): void {
  describe("what a refusal tells", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    test.each(STEPS)("a stranger learns the status, not who holds it: %s", async (step) => {
      const { status } = forbiddenCell(step);
      const sampleId = await lab.sampleIn(status);
      const { message } = await refusedWith(lab.take(step, lab.carla, sampleId));
      const { label } = WORKFLOW[step];
      expect(message).toBe(`${label} is not possible now: the sample is ${status}.`);
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
