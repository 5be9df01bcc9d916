import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { internal } from "../../../convex/_generated/api";
import type { Backend } from "../deployments/backend";
import { basketSuite } from "./baskets";
import { concurrentSuite } from "./concurrent";
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

type Suite = (openLab: OpenLab) => void;

const SUITES: Readonly<Record<string, Suite>> = {
  steps: stepSuite,
  reversals: reversalSuite,
  named: namedSuite,
  told: toldSuite,
  once: onceSuite,
  undo: undoSuite,
  reopening: reopenSuite,
  details: detailsSuite,
  sequences: sequenceSuite,
  baskets: basketSuite,
  "stand-ins": standInSuite,
};

/** Each suite in its own backend, because convex-test gets slower with every document. */
export const ON_CONVEX_TEST = Object.fromEntries(
  Object.entries(SUITES).map(([name, suite]) => [name, [suite]]),
);

/** Each step once, and what the engine does differently: conflicts, and a real clock. */
export const ON_ENGINE = { "each step": [permissionSuite, concurrentSuite, standInSuite] };

/** The rules of custody, for any backend: `makeBackend` opens one per group. */
export function custodySuite(
  home: string,
  makeBackend: () => Promise<Backend>,
  groups: Readonly<Record<string, readonly Suite[]>>,
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

    test("after all tests of the group, counters, identifiers and custody match the samples", async () => {
      const { samples, drift, faults } = await backend.admin.action(internal.check.run, {});
      expect(samples).toBeGreaterThan(0);
      expect(drift).toEqual([]);
      expect(faults).toEqual([]);
    });
  });
}
