import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { internal } from "../../../convex/_generated/api";
import type { Backend } from "../backend";
import { basketSuite } from "./baskets";
import { detailsSuite } from "./details";
import { Lab } from "./lab";
import { namedSuite } from "./named";
import { onceSuite } from "./once";
import { permissionSuite } from "./permissions";
import { reopenSuite } from "./reopen";
import { reversalSuite } from "./reversals";
import { sequenceSuite } from "./sequences";
import { standInSuite } from "./standIns";
import { stepSuite } from "./steps";
import { toldSuite } from "./told";
import { undoSuite } from "./undo";

/** The rules of custody, in any home of the functions: `makeBackend` opens an empty one. */
export function custodySuite(home: string, makeBackend: () => Promise<Backend>): void {
  describe(`custody on ${home}`, () => {
    let backend: Backend;
    beforeAll(async () => {
      backend = await makeBackend();
    });
    afterAll(async () => {
      await backend.close();
    });

    const openLab = () => new Lab(backend).open();
    const suites = [stepSuite, reversalSuite, permissionSuite, namedSuite, toldSuite, onceSuite];
    for (const suite of [
      ...suites,
      undoSuite,
      reopenSuite,
      detailsSuite,
      sequenceSuite,
      basketSuite,
      standInSuite,
    ])
      suite(openLab);

    test("after all this, counters, identifiers and custody agree with the samples", async () => {
      const { samples, drift, faults } = await backend.admin.action(internal.check.run, {});
      expect(samples).toBeGreaterThan(100);
      expect(drift).toEqual([]);
      expect(faults).toEqual([]);
    });
  });
}
