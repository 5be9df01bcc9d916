/** The server's rules of the full form, for adding and for editing (`duplicates: "reject"`). */
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { PickListKind } from "#domain/samples/pickLists";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";
import { importBatch } from "../../support/data/importBatch";
import { refusedCode, refusedWith } from "../../support/refusals";
import { aSample, newTransactionId } from "../../support/samples";

type Fields = ReturnType<typeof aSample>;

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const edit = (by: string, sampleId: Id<"samples">, fields: Fields) =>
  lab.as(by).mutation(api.samples.edit, {
    transactionId: newTransactionId(),
    duplicates: "reject",
    sampleId,
    fields,
  });
const see = (by: string, sampleId: Id<"samples">) =>
  lab.as(by).query(api.samples.get, { sampleId });

/** Returns the same device without the named fields. */
function without(fields: Fields, ...names: (keyof Fields)[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !names.includes(name as keyof Fields)),
  ) as Fields;
}

describe("the full form", () => {
  test.each([
    ["brand", "Brand is required"],
    ["customers", "Customers is required"],
    ["slots", "SIM slots is required"],
    ["serialNumber", "Serial Number is required"],
    ["imei1", "IMEI 1 is required"],
    ["model", "Model is required"],
    ["deliveredBy", "Delivered by is required"],
    ["comments", "Comments is required"],
    ["phoneNumber", "Phone number is required"],
    ["hwVersion", "Hardware Version is required"],
    ["hwtype", "Device type is required"],
    ["locationR", "Delivery location is required"],
    ["location", "Location is required"],
  ] as const)("requires %s of a new sample and of an edited one", async (field, message) => {
    const sampleId = await lab.register(ana);
    const refusal = { message, field, code: "FIELD_MISSING" };
    const fields = aSample({ [field]: " " });
    expect(await refusedWith(lab.register(ana, fields))).toEqual(refusal);
    expect(await refusedWith(edit(ana, sampleId, fields))).toEqual(refusal);
  });

  test.each(["lat", "lng"] as const)("refuses an address without its %s", async (axis) => {
    const fields = without(aSample(), axis);
    expect(await refusedWith(lab.register(ana, fields))).toEqual({
      code: "PLACE_NOT_PICKED",
      field: "location",
      message: "Location must be picked from the list: its coordinates are needed",
    });
  });

  test("stores both places: where the sample is and where it was delivered from", async () => {
    const places = {
      location: "Berlin, Germany",
      lat: 52.52,
      lng: 13.4,
      locationR: "Porto, Portugal",
      regfromlat: 41.15,
      regfromlng: -8.61,
    };
    const sampleId = await lab.register(ana, aSample(places));
    expect(await see(ana, sampleId)).toMatchObject({ ...places, city: "Berlin" });
  });

  test("requires IMEI 2 of dual devices only", async () => {
    expect(await refusedCode(lab.register(ana, aSample({ imei2: "" })))).toBe("IMEI2_FORMAT");
    await lab.register(ana, aSample({ imei2: "", slots: "Triple" }));
    await lab.register(ana, aSample({ imei2: "", slots: "Single" }));
  });

  test("refuses an invalid phone number", async () => {
    expect(await refusedWith(lab.register(ana, aSample({ phoneNumber: "call me" })))).toMatchObject(
      {
        message: "Phone number is not valid",
        field: "phoneNumber",
      },
    );
  });
});

describe("the last manager of a new sample", () => {
  test("is stored as their normalised e-mail", async () => {
    const sampleId = await lab.register(ana, aSample({ lastmanag: ` ${bruno.toUpperCase()} ` }));
    expect(await see(ana, sampleId)).toMatchObject({ lastmanag: bruno });
  });

  test("may be empty", async () => {
    const sampleId = await lab.register(ana, aSample({ lastmanag: " " }));
    expect((await see(ana, sampleId))?.lastmanag).toBeUndefined();
  });

  test.each(["nobody@company.com", "the customer"])(
    "is refused without an account: %s",
    async (lastmanag) => {
      expect(await refusedWith(lab.register(ana, aSample({ lastmanag })))).toEqual({
        code: "LAST_MANAGER_UNKNOWN",
        message: `Last Manager '${lastmanag}' is not a user`,
        field: "lastmanag",
      });
    },
  );

  test("follows the same rule in an import", async () => {
    const row = (lastmanag: string) => {
      const { brand, model, serialNumber, imei1, imei2 } = aSample();
      return { brand, model, serialNumber, imei1, imei2, slots: "Dual", lastmanag };
    };
    const results = await importBatch(lab.as(ana), [
      { row: 2, fields: row("nobody@company.com") },
      { row: 3, fields: row(bruno) },
    ]);
    expect(results).toMatchObject([
      { row: 2, outcome: "refused", problems: [{ field: "lastmanag" }] },
      { row: 3, outcome: "imported" },
    ]);
  });
});

describe("a pick list", () => {
  const add = (by: string, value: string, kind: PickListKind = "customersModel") =>
    lab.as(by).mutation(api.lookups.add, { kind, value });
  const offered = async (kind: PickListKind) =>
    (await lab.as(ana).query(api.lookups.options, {}))[kind];

  test.each([sara, adam])("accepts a value from %s and offers it to everyone", async (email) => {
    await add(email, " Vivo ");
    expect(await offered("customersModel")).toEqual(["Vivo"]);
  });

  test("keeps its default values when one is added", async () => {
    await add(adam, "Penta", "slotsModel");
    expect((await offered("slotsModel")).sort()).toEqual(
      ["Dual", "Penta", "Quad", "Single", "Triple"].sort(),
    );
    await lab.register(ana, aSample({ slots: "penta" }));
  });

  test("refuses an empty, an overlong and a repeated value", async () => {
    await add(adam, "Vivo");
    expect(await refusedWith(add(adam, " "))).toEqual({
      code: "OPTION_MISSING",
      message: "Customers Field Required",
    });
    expect((await refusedWith(add(adam, "vivo"))).message).toBe("Already exist");
    expect((await refusedWith(add(adam, "x".repeat(256)))).code).toBe("FIELD_TOO_LONG");
    expect((await refusedWith(add(adam, "dual", "slotsModel"))).code).toBe("OPTION_TAKEN");
    expect(await offered("customersModel")).toEqual(["Vivo"]);
  });

  test("refuses a value from a user or a visitor", async () => {
    expect(await refusedCode(add(ana, "Vivo"))).toBe("NOT_ALLOWED");
    const visitor = lab.backend.t.mutation(api.lookups.add, { kind: "customersModel", value: "V" });
    expect(await refusedCode(visitor)).toBe("NOT_SIGNED_IN");
  });
});
