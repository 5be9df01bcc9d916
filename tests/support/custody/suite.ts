import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { internal } from "../../../convex/_generated/api";
import type { Backend } from "../backend";
import { basketSuite } from "./baskets";
import { detailsSuite } from "./details";
import { Lab, type OpenLab } from "./lab";
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

/** The rules of custody, in groups. */
const GROUPS = {
  steps: [stepSuite, reversalSuite, permissionSuite],
  "who, what and once": [namedSuite, toldSuite, onceSuite],
  "undo, reopen and details": [undoSuite, reopenSuite, detailsSuite],
  sequences: [sequenceSuite],
  "baskets and stand-ins": [basketSuite, standInSuite],
};

/** One group of all rules, for a home that opens slowly and takes many documents. */
export const IN_ONE_GROUP = { "all rules": Object.values(GROUPS).flat() };

/**
 * The rules of custody, in any home of the functions: `makeBackend` opens an empty one for each
 * group. The groups are small because convex-test gets slower with every document.
 */
export function custodySuite(
  home: string,
  makeBackend: () => Promise<Backend>,
  groups: Readonly<Record<string, readonly ((openLab: OpenLab) => void)[]>> = GROUPS,
): void {
  describe.each(Object.entries(groups))(`custody on ${home}: %s`, (_group, suites) => {
    let backend: Backend;
    beforeAll(async () => {
      backend = await makeBackend();
    });
    afterAll(async () => {
      await backend.close();
    });

    const openLab = () => new Lab(backend).open();
    for (const suite of suites) suite(openLab);

    test("after all this, counters, identifiers and custody agree with the samples", async () => {
      const { samples, drift, faults } = await backend.admin.action(internal.check.run, {});
      expect(samples).toBeGreaterThan(10);
      expect(drift).toEqual([]);
      expect(faults).toEqual([]);
    });
  });
}
