import { beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { refusedCode } from "../refusals";
import type { Lab, OpenLab } from "./lab";

/** How a stand-in's rights change over time; tests/convex/standIns tests everything else. */
export function standInSuite(openLab: OpenLab): void {
  let lab: Lab;
  beforeEach(async () => {
    lab = await openLab();
  });
  const seenByCarla = async (sampleId: string) =>
    (await lab.as(lab.carla).query(api.samples.get, { sampleId })) !== null;

  test("a stand-in's rights begin and end automatically at the entered moments", async () => {
    const sampleId = await lab.sampleIn("In Transit");
    await lab.setAway(lab.bruno, lab.carla, 200);
    await expect.poll(() => seenByCarla(sampleId)).toBe(true);
    await lab.setAway(lab.bruno, lab.carla, -1, 200);
    await expect.poll(() => seenByCarla(sampleId)).toBe(false);
    expect(await refusedCode(lab.take("acknowledgeTransfer", lab.carla, sampleId))).toBe(
      "DOCUMENT_MISSING",
    );
    await lab.take("acknowledgeTransfer", lab.bruno, sampleId);
  });
}
