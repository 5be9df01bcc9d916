import { beforeEach, describe, expect, test } from "vitest";
import { refusedCode } from "../refusals";
import type { Lab, OpenLab } from "./lab";

export function stepSuite(openLab: OpenLab): void {
  describe("the steps", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    test("a registered sample belongs to its registrant, and its history begins", async () => {
      const sampleId = await lab.register();
      const sample = await lab.stored(sampleId);
      expect(sample).toMatchObject({
        status: "Registered",
        samplmanag: lab.ana,
        registeredby: lab.ana,
        supervisor: lab.sara,
        duplicate: "none",
        imeis: [sample.imei1, sample.imei2],
        listDate: 0,
      });
      expect(await lab.history(sampleId)).toMatchObject([
        { action: "Register", status: "Registered", email: lab.ana, samplmanag: lab.ana },
      ]);
    });

    test("a transfer waits for its recipient and leaves the sample with its manager", async () => {
      const sampleId = await lab.register();
      await lab.take("transfer", lab.ana, sampleId, "given-by-the-form");
      const sample = await lab.stored(sampleId);
      expect(sample).toMatchObject({
        status: "In Transit",
        samplmanag: lab.ana,
        inTransitTo: lab.bruno,
        inTransitToSuper: lab.sara,
        lastTransactionId: "given-by-the-form",
      });
      expect(sample.listDate).toBe(sample.inTransitDate);
      expect(sample.pendingWith).toBe(sample.inTransitTo);
      expect((await lab.history(sampleId)).at(-1)).toMatchObject({
        action: "Transfer",
        email: lab.ana,
        samplmanag: lab.ana,
        recipient: lab.bruno,
      });
    });

    test("receiving makes the recipient the manager, at the recipient's place", async () => {
      const sampleId = await lab.sampleIn("In Use");
      const sample = await lab.stored(sampleId);
      expect(sample).toMatchObject({
        status: "In Use",
        samplmanag: lab.bruno,
        lastmanag: lab.ana,
        supervisor: lab.sara,
        city: "Tokyo",
        country: "Portugal",
        location: "Tokyo, Portugal",
        userLocation: "Tokyo, Portugal",
        lat: 35.6762,
        lng: 139.6503,
        userLat: 35.6762,
        userLng: 139.6503,
      });
      expect(sample.inUseDate).toBeGreaterThan(0);
      expect(sample).not.toHaveProperty("inTransitTo");
      expect(sample).not.toHaveProperty("inTransitToSuper");
      expect((await lab.history(sampleId)).at(-1)).toMatchObject({
        action: "Transfer Acknowledge",
        samplmanag: lab.bruno,
        lastmanag: lab.ana,
      });
    });

    test("an admin who receives a transfer for its recipient becomes the manager", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      await lab.take("acknowledgeTransfer", lab.adam, sampleId);
      expect(await lab.stored(sampleId)).toMatchObject({ samplmanag: lab.adam, city: "Berlin" });
    });

    test("a return immediately moves the sample to the recipient's place", async () => {
      const sampleId = await lab.sampleIn("In Use"); // held by Bruno, in Tokyo
      await lab.take("returnToCustomer", lab.bruno, sampleId);
      const sample = await lab.stored(sampleId);
      expect(sample).toMatchObject({
        status: "In Return",
        samplmanag: lab.bruno,
        inReturnTo: lab.sara,
        inReturnSuper: "supervisor@company.com",
        country: "Portugal",
        city: "Lisbon",
        location: "Lisbon, Portugal",
        userLocation: "Lisbon, Portugal",
        lat: 38.7223,
        lng: -9.1393,
        userLat: 38.7223,
        userLng: -9.1393,
      });
      expect(sample.listDate).toBe(sample.inReturnDate);
    });

    test("an acknowledged return makes the person who acknowledged it the manager", async () => {
      const sample = await lab.stored(await lab.sampleIn("Returned"));
      expect(sample).toMatchObject({
        status: "Returned",
        samplmanag: lab.sara,
        samplmanagname: lab.sara.split("@")[0],
        supervisor: "supervisor@company.com",
        lastmanag: lab.ana,
      });
      expect(sample.returnedDate).toBeGreaterThan(0);
      expect(sample).not.toHaveProperty("inReturnTo");
    });

    test("a loss waits for its approver, who then becomes responsible for the sample", async () => {
      const sampleId = await lab.sampleIn("Request Lost");
      const asked = await lab.stored(sampleId);
      expect(asked).toMatchObject({
        inOSapprby: lab.sara,
        osrequsuper: "supervisor@company.com",
      });
      expect(asked.listDate).toBe(asked.reqOSDate);
      await lab.take("acknowledgeLost", lab.sara, sampleId);
      const lost = await lab.stored(sampleId);
      expect(lost).toMatchObject({ status: "Lost", samplmanag: lab.sara, lastmanag: lab.ana });
      expect(lost.osDate).toBeGreaterThan(0);
      expect(lost).not.toHaveProperty("inOSapprby");
    });

    test("a loss requested in transit ends the transfer", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      await lab.take("requestLost", lab.ana, sampleId);
      const sample = await lab.stored(sampleId);
      expect(sample).not.toHaveProperty("inTransitTo");
      expect(sample).not.toHaveProperty("inTransitToSuper");
      expect(await refusedCode(lab.take("acknowledgeTransfer", lab.bruno, sampleId))).toBe(
        "STEP_NOT_ALLOWED",
      );
    });
  });
}
