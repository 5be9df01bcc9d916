import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Role } from "#domain/custody/workflow";
import { refusedCode } from "../refusals";
import { newId, REASON, type Lab, type OpenLab } from "./lab";
import { changeSupervisor } from "../testFunctions";

export function reopenSuite(openLab: OpenLab): void {
  describe("reopening", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    const setRole = (email: string, role: Role) =>
      lab.as(lab.adam).mutation(api.users.update, { email, settings: { role } });

    test.each(["Returned", "Lost"] as const)(
      "reopening a %s sample makes it Registered, held by the person who reopens it, where they are",
      async (status) => {
        const sampleId = await lab.sampleIn(status);
        const before = await lab.stored(sampleId);
        await lab.take("reopen", lab.adam, sampleId);
        const after = await lab.stored(sampleId);
        expect(after).toMatchObject({
          status: "Registered",
          samplmanag: lab.adam,
          lastmanag: lab.sara,
          supervisor: lab.sara,
          city: "Berlin",
          serialNumber: before.serialNumber,
          imeis: before.imeis,
          registeredby: lab.ana,
        });
        expect(after.registereddate).toBeGreaterThan(before.registereddate);
        for (const date of ["returnedDate", "inReturnDate", "osDate", "reqOSDate"]) {
          expect(after).not.toHaveProperty(date);
        }
        const history = await lab.history(sampleId);
        expect(history.map(({ action }) => action).slice(0, 2)).toEqual([
          "Register",
          status === "Lost" ? "Request Lost" : "Return",
        ]);
        expect(history.at(-1)).toMatchObject({ action: "Reopened", reason: REASON });
        await lab.take("transfer", lab.adam, sampleId);
      },
    );

    test("the current supervisor of the sample's manager may reopen it, an earlier one may not", async () => {
      const sampleId = await lab.sampleIn("Returned"); // held by Sara
      await lab.backend.admin.mutation(changeSupervisor, {
        email: lab.sara,
        supervisor: lab.bruno,
      });
      await lab.backend.admin.mutation(changeSupervisor, {
        email: lab.sara,
        supervisor: lab.carla,
      });
      expect(await refusedCode(lab.take("reopen", lab.bruno, sampleId))).toBe("SAMPLE_MISSING");
      await setRole(lab.carla, "supervisor");
      await lab.take("reopen", lab.carla, sampleId);
      expect(await lab.stored(sampleId)).toMatchObject({ samplmanag: lab.carla });
    });

    test("a former supervisor of the manager who is a user again may not reopen the sample", async () => {
      const sampleId = await lab.sampleIn("Returned"); // held by Sara
      await setRole(lab.carla, "supervisor");
      await lab.backend.admin.mutation(changeSupervisor, {
        email: lab.sara,
        supervisor: lab.carla,
      });
      await setRole(lab.carla, "user");
      expect(await refusedCode(lab.take("reopen", lab.carla, sampleId))).toBe("SAMPLE_MISSING");
      expect(await lab.stored(sampleId)).toMatchObject({
        status: "Returned",
        samplmanag: lab.sara,
      });
    });

    test("reopening needs a reason", async () => {
      const sampleId = await lab.sampleIn("Lost");
      const args = { sampleId, transactionId: newId(), reason: " " };
      const call = lab.as(lab.adam).mutation(api.custody.reopen, args);
      expect(await refusedCode(call)).toBe("FIELD_MISSING");
      expect(await lab.stored(sampleId)).toMatchObject({ status: "Lost" });
    });
  });
}
