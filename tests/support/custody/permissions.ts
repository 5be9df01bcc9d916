import { beforeEach, describe, expect, test } from "vitest";
import { STATUSES } from "../../../domain/statuses";
import { STEPS } from "../../../domain/workflow";
import { refusedCode, refusedWith } from "../refusals";
import { PEOPLE, type Lab, type OpenLab } from "./lab";
import { disable } from "./people";
import { expectedRefusal } from "./rules";

export function permissionSuite(openLab: OpenLab): void {
  describe("who may take which step", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    test.each(STATUSES)("from %s", async (status) => {
      let sampleId = await lab.sampleIn(status);
      for (const step of STEPS) {
        for (const person of PEOPLE) {
          const before = await lab.stored(sampleId);
          const expected = expectedRefusal(step, person, status, before, lab);
          const call = lab.take(step, lab[person], sampleId);
          if (expected === null) {
            await call;
            sampleId = await lab.sampleIn(status);
            continue;
          }
          expect([step, person, await refusedCode(call)]).toEqual([step, person, expected]);
          expect(await lab.stored(sampleId)).toEqual(before);
        }
      }
    });

    test("a refusal names the sample's present state", async () => {
      const sampleId = await lab.sampleIn("In Use");
      const { message } = await refusedWith(lab.take("acknowledgeTransfer", lab.bruno, sampleId));
      expect(message).toContain("In Use");
      expect(message).toContain(lab.bruno);
    });

    test("a disabled person may do nothing", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      await lab.backend.admin.mutation(disable, { email: lab.bruno });
      expect(await refusedCode(lab.take("acknowledgeTransfer", lab.bruno, sampleId))).toBe(
        "DISABLED",
      );
    });
  });
}
