import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { refusedWith } from "../refusals";
import { newId, type Lab, type OpenLab } from "./lab";

export function detailsSuite(openLab: OpenLab): void {
  describe("the details of a request", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    const transfer = (sampleId: string, details: { note?: string; trackingNumber?: string }) =>
      lab.as(lab.ana).mutation(api.custody.transfer, {
        sampleId,
        transactionId: newId(),
        recipient: lab.bruno,
        ...details,
      });
    const said = { note: "With the charger", trackingNumber: "RR123456785PT" };

    test("a request's details are stored with the sample until the answer, and in history for good", async () => {
      const sampleId = await lab.register();
      await transfer(sampleId, { ...said, note: "  With the charger \n" });
      expect(await lab.stored(sampleId)).toMatchObject({ requestDetails: said });
      const { items } = await lab.as(lab.bruno).query(api.inbox.waiting, {});
      expect(items).toMatchObject([{ sampleId, details: said }]);
      await lab.take("acknowledgeTransfer", lab.bruno, sampleId);
      expect(await lab.stored(sampleId)).not.toHaveProperty("requestDetails");
      const [, asked, received] = await lab.history(sampleId);
      expect(asked?.requestDetails).toEqual(said);
      expect(received).not.toHaveProperty("requestDetails");
    });

    test("a blank detail of a request is not stored", async () => {
      const sampleId = await lab.register();
      await transfer(sampleId, { note: " ", trackingNumber: "" });
      expect(await lab.stored(sampleId)).not.toHaveProperty("requestDetails");
      expect((await lab.history(sampleId)).at(-1)).not.toHaveProperty("requestDetails");
    });

    test.each([
      ["note", 255, "Note must be at most 255 characters"],
      ["trackingNumber", 100, "Tracking number must be at most 100 characters"],
    ])("a request's %s has at most %i characters", async (field, max, message) => {
      const sampleId = await lab.register();
      const refused = await refusedWith(transfer(sampleId, { [field]: "x".repeat(max + 1) }));
      expect(refused).toEqual({ code: "FIELD_TOO_LONG", field, message });
      expect(await lab.stored(sampleId)).toMatchObject({ status: "Registered" });
      await transfer(sampleId, { [field]: "x".repeat(max) });
    });

    test("declining a loss restores the transfer with its note", async () => {
      const sampleId = await lab.register();
      await transfer(sampleId, said);
      const loss = { lastSeen: "Gate 12", whatHappened: "The bag was stolen" };
      await lab.as(lab.ana).mutation(api.custody.requestLost, {
        sampleId,
        transactionId: newId(),
        recipient: lab.sara,
        ...loss,
      });
      expect(await lab.stored(sampleId)).toMatchObject({ requestDetails: loss });
      await lab.take("declineLost", lab.sara, sampleId);
      expect(await lab.stored(sampleId)).toMatchObject({ requestDetails: said });
      await lab.take("declineTransfer", lab.bruno, sampleId);
      expect(await lab.stored(sampleId)).not.toHaveProperty("requestDetails");
    });

    test("undoing a receipt restores the request's note", async () => {
      const sampleId = await lab.register();
      await transfer(sampleId, said);
      await lab.take("acknowledgeTransfer", lab.bruno, sampleId);
      await lab.undo(lab.bruno, sampleId);
      expect(await lab.stored(sampleId)).toMatchObject({ requestDetails: said });
    });
  });
}
