import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { MAX_BASKET } from "#domain/baskets/baskets";
import { sampleAddress } from "#domain/identifiers/sampleAddress";
import { adam, ana, bruno, ConvexLab } from "../../support/deployments/convexLab";
import { refusedCode } from "../../support/refusals";
import { aSample, newTransactionId } from "../../support/samples";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const resolve = (by: string, ...values: string[]) =>
  lab.as(by).query(api.baskets.resolve, { values });

describe("resolving pasted or scanned values", () => {
  test("finds samples by serial number in any case, and by an IMEI in either slot", async () => {
    const fields = aSample({ serialNumber: "Ab-12" });
    const sampleId = await lab.register(ana, fields);
    const answers = await resolve(ana, " aB-12 ", fields.imei1, fields.imei2, "nothing", "");
    expect(
      answers.map((answer) => ("sample" in answer ? answer.sample._id : answer.outcome)),
    ).toEqual([sampleId, sampleId, sampleId, "unknown", "unknown"]);
    expect(answers[0]).toEqual({
      value: " aB-12 ",
      outcome: "found",
      sample: {
        _id: sampleId,
        brand: fields.brand,
        model: fields.model,
        serialNumber: "Ab-12",
        imei1: fields.imei1,
        imei2: fields.imei2,
        status: "Registered",
        samplmanag: ana,
      },
    });
  });

  test("finds a sample by its own id, unless the caller may not see it", async () => {
    const sampleId = await lab.register(ana);
    expect(await resolve(ana, sampleId)).toMatchObject([{ sample: { _id: sampleId } }]);
    expect(await resolve(bruno, sampleId)).toEqual([{ value: sampleId, outcome: "unknown" }]);
    const label = sampleAddress("https://sms.example.com", sampleId);
    expect(await resolve(ana, label)).toMatchObject([{ sample: { _id: sampleId } }]);
    expect(await resolve(bruno, label)).toEqual([{ value: label, outcome: "unknown" }]);
  });

  test("finds a sample by a serial number of 15 digits that is not an IMEI", async () => {
    const sampleId = await lab.register(ana, aSample({ serialNumber: "123456789012345" }));
    expect(await resolve(ana, "123456789012345")).toMatchObject([{ sample: { _id: sampleId } }]);
  });

  test("finds a sample for its recipient only once it is addressed to them", async () => {
    const fields = aSample();
    const sampleId = await lab.register(ana, fields);
    expect(await resolve(bruno, fields.serialNumber, fields.imei1)).toEqual([
      { value: fields.serialNumber, outcome: "unknown" },
      { value: fields.imei1, outcome: "unknown" },
    ]);
    await lab.take("transfer", ana, sampleId, bruno);
    expect(await resolve(bruno, fields.serialNumber)).toMatchObject([
      { outcome: "found", sample: { _id: sampleId, inTransitTo: bruno } },
    ]);
  });

  test("reports an IMEI as ambiguous to people who may see several samples with it", async () => {
    const fields = aSample();
    const sampleId = await lab.register(ana, fields);
    const flagged = aSample({ imei1: fields.imei1 });
    await lab.as(bruno).mutation(api.samples.register, {
      transactionId: newTransactionId(),
      duplicates: "flag",
      fields: flagged,
    });
    expect(await resolve(adam, fields.imei1)).toEqual([
      { value: fields.imei1, outcome: "ambiguous" },
    ]);
    expect(await resolve(ana, fields.imei1)).toMatchObject([{ sample: { _id: sampleId } }]);
  });

  test("accepts 300 values per call and refuses more", async () => {
    const values = Array.from({ length: MAX_BASKET }, (_, index) => `S${index}`);
    expect(await resolve(ana, ...values)).toHaveLength(MAX_BASKET);
    expect(await refusedCode(resolve(ana, ...values, "one more"))).toBe("BASKET_TOO_LARGE");
  });
});
