import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { refusalOf, type RefusalCode } from "#domain/common/errors";
import { FIELD_LABELS } from "#domain/samples/fields";
import { accountsBackend, flow, restore, signUpForm, verified } from "../../support/accounts";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { importBatch } from "../../support/data/importBatch";
import { refusedWith } from "../../support/refusals";
import { aSample, newTransactionId } from "../../support/samples";

/** Refusals that no other test asks for by their code: who gets each one, and on which field. */

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});
afterEach(restore);

const register = (changes: Parameters<typeof aSample>[0]) =>
  lab.as(ana).mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "reject",
    fields: aSample(changes),
  });

describe("registering is refused with", () => {
  test.each([
    ["FIELD_TOO_LONG", { brand: "x".repeat(256) }, "brand"],
    ["FIELD_TOO_LONG", { comments: "x".repeat(100_000) }, "comments"],
    ["FIELD_INVALID", { lat: 90.1 }, "lat"],
    ["FIELD_INVALID", { regfromlng: -181 }, "regfromlng"],
    ["FIELD_INVALID", { receiveDate: Number.NaN }, "receiveDate"],
    ["IMEI1_FORMAT", { imei1: "12345678901234" }, "imei1"],
    ["IMEI2_FORMAT", { imei2: "1234567890123456" }, "imei2"],
  ] as const)("%s: %o", async (code, changes, field) => {
    expect(await refusedWith(register(changes))).toMatchObject({ code, field });
  });
});

describe("a row of an import is refused with", () => {
  const importRow = async (by: string, changes: Record<string, string>) => {
    const { brand, model, serialNumber, imei1, imei2, slots } = aSample();
    const fields = { brand, model, serialNumber, imei1, imei2, slots, ...changes };
    return (await importBatch(lab.as(by), [{ row: 2, fields }]))[0];
  };
  const refusedAs = (code: RefusalCode, values: Record<string, string>) => ({
    outcome: "refused",
    problems: [{ code, reason: refusalOf(code, values).message }],
  });

  test.each([
    ["FIELD_UNKNOWN", { colour: "red" }, { name: "colour" }],
    [
      "DATE_INVALID",
      { receiveDate: "31/31/2025" },
      { label: FIELD_LABELS.receiveDate, value: "31/31/2025" },
    ],
    [
      "DATE_AMBIGUOUS",
      { receiveDate: "03/02/2025" },
      { label: FIELD_LABELS.receiveDate, value: "03/02/2025" },
    ],
    ["FORMULA_ERROR", { brand: "#N/A" }, { label: FIELD_LABELS.brand, value: "#N/A" }],
    ["NUMBER_CHANGED", { imei1: "4.90154E+14" }, { label: "IMEI 1", value: "4.90154E+14" }],
    ["STATUS_UNKNOWN", { status: "Stolen" }, { value: "Stolen" }],
    ["STATUS_PENDING", { status: "In Transit" }, { status: "In Transit" }],
    ["STATUS_PENDING", { status: "Request Lost" }, { status: "Request Lost" }],
  ] as const)("%s: %o", async (code, changes, values) => {
    expect(await importRow(adam, changes)).toMatchObject(refusedAs(code, values));
  });

  test.each([ana, sara])(
    "STATUS_BY_ADMIN: %s imports a sample that is already in use",
    async (by) => {
      const expected = refusedAs("STATUS_BY_ADMIN", { status: "In Use" });
      expect(await importRow(by, { status: "In Use" })).toMatchObject(expected);
      expect(await importRow(adam, { status: "In Use" })).toMatchObject({ outcome: "imported" });
    },
  );
});

test("RECIPIENT_NOWHERE refuses a return to a person without coordinates", async () => {
  const sampleId = await lab.register(ana);
  await lab.backend.t.run(async (ctx) => {
    for (const user of await ctx.db.query("users").collect()) {
      if (user.email === sara) await ctx.db.patch("users", user._id, { userLat: undefined });
    }
  });
  expect(await refusedWith(lab.take("returnToCustomer", ana, sampleId, sara))).toMatchObject({
    code: "RECIPIENT_NOWHERE",
    field: "recipient",
  });
  expect(await refusedWith(lab.take("returnToCustomer", ana, sampleId, bruno))).toMatchObject({
    code: "RECIPIENT_NOT_LISTED",
    field: "recipient",
  });
});

test("OPTION_MISSING refuses an empty entry of a pick list", async () => {
  const call = lab.as(sara).mutation(api.lookups.add, { kind: "customersModel", value: "  " });
  expect(await refusedWith(call)).toMatchObject({ code: "OPTION_MISSING" });
});

test("EMAIL_TAKEN tells a visitor of an account only with explicit messages", async () => {
  const backend = await accountsBackend();
  await verified(backend, ana);
  expect(await flow(backend, signUpForm(ana))).toMatchObject({ code: null });
  vi.stubEnv("ACCOUNT_MESSAGES", "explicit");
  expect(await flow(backend, signUpForm(ana))).toMatchObject({ code: "EMAIL_TAKEN" });
});
