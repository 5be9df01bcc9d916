import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { convexBackend, type ConvexBackend } from "../../support/deployments/convexBackend";
import { refusalIn, refusedCode, refusedWith } from "../../support/refusals";
import { aSample, FIRST_PAGE, newTransactionId } from "../../support/samples";

const ana = "ana@company.com";
const bruno = "bruno@company.com";
const sara = "sara@company.com";
const adam = "adam@company.com";

let backend: ConvexBackend;
beforeEach(async () => {
  backend = await convexBackend();
  await backend.addPeople([
    { email: ana, role: "user", supervisor: sara, city: "Porto" },
    { email: bruno, role: "user" },
    { email: sara, role: "supervisor", supervisor: adam },
    { email: adam, role: "admin", supervisor: sara },
  ]);
});

type Duplicates = "flag" | "reject";
const register = (by: string, fields = aSample(), duplicates: Duplicates = "reject") =>
  backend.as(by).mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates,
    fields,
  });
const edit = (
  by: string,
  sampleId: string,
  fields = aSample(),
  duplicates: Duplicates = "reject",
) =>
  backend.as(by).mutation(api.samples.edit, {
    transactionId: newTransactionId(),
    sampleId,
    duplicates,
    fields,
  });
const remove = (by: string, sampleId: string) =>
  backend.as(by).mutation(api.samples.remove, { transactionId: newTransactionId(), sampleId });
const see = (by: string, sampleId: string) => backend.as(by).query(api.samples.get, { sampleId });
const transfer = (by: string, sampleId: string, recipient: string) =>
  backend.as(by).mutation(api.custody.transfer, {
    transactionId: newTransactionId(),
    sampleId,
    recipient,
  });
const receive = (by: string, sampleId: string) =>
  backend.as(by).mutation(api.custody.acknowledgeTransfer, {
    transactionId: newTransactionId(),
    sampleId,
  });

/** Recounts counters, identifiers and custody. @returns the faults */
const faults = async () => {
  const { drift, faults } = await backend.admin.action(internal.check.run, {});
  return [...drift, ...faults];
};

test("invisible characters are not stored, so they cannot create a second serial number", async () => {
  const fields = aSample({ serialNumber: "SN1", brand: "\u202EacmE\u202C" });
  const { sampleId } = await register(ana, fields);
  expect(await see(ana, sampleId)).toMatchObject({ brand: "acmE" });
  const same = aSample({ serialNumber: "S\u200BN1" });
  expect(await refusedCode(register(bruno, same))).toBe("SERIAL_TAKEN");
  const unseen = aSample({ serialNumber: `${same.serialNumber}\u200D\u00AD` });
  expect(await refusedCode(register(bruno, unseen))).toBe("SERIAL_TAKEN");
});

describe("registering", () => {
  test("stores the input, trimmed and in the lists' own spelling", async () => {
    const fields = aSample({ brand: "  Samsung ", slots: "dual sim", hwtype: "MOBILE" });
    const { sampleId } = await register(ana, fields);
    expect(await see(ana, sampleId)).toMatchObject({
      brand: "Samsung",
      slots: "Dual",
      hwtype: "Mobile",
      comments: fields.comments,
      email: ana,
      status: "Registered",
    });
    expect(await faults()).toEqual([]);
  });

  test("puts the sample at the given location", async () => {
    const stated = await register(
      ana,
      aSample({ location: "Berlin, Germany", lat: 52.5, lng: 13.4 }),
    );
    expect(await see(ana, stated.sampleId)).toMatchObject({ city: "Berlin", userLat: 52.5 });
  });

  test("puts the sample in the city that was picked, whatever the address starts with", async () => {
    const location = "Rua Augusta 12, São Paulo, Brazil";
    const { sampleId } = await register(ana, aSample({ location, city: " São Paulo " }));
    expect(await see(ana, sampleId)).toMatchObject({ city: "São Paulo", userLocation: location });
  });

  test("stores a device without an IMEI, which stays one when it is edited", async () => {
    const { hwtype, ...none } = { hwtype: "Tablet", noImei: true, imei1: "", imei2: "", slots: "" };
    const fields = aSample({ hwtype, ...none });
    const { sampleId } = await register(ana, fields);
    expect(await see(ana, sampleId)).toMatchObject({ imei1: "", imeis: [], duplicate: "none" });
    await edit(ana, sampleId, { ...fields, comments: "Wi-Fi only" });
    expect(await see(ana, sampleId)).toMatchObject({ imei1: "", comments: "Wi-Fi only" });
    expect(await refusedCode(register(ana, aSample(none)))).toBe("IMEI_OF_TYPE");
    const unsaid = { ...fields, noImei: false, serialNumber: "OTHER" };
    expect(await refusedCode(register(ana, unsaid))).toBe("FIELD_MISSING");
    expect(await faults()).toEqual([]);
  });

  test("stores no IMEI 2 for a single-slot device, whatever was typed", async () => {
    const { sampleId } = await register(ana, aSample({ slots: "Single" }));
    expect(await see(ana, sampleId)).toMatchObject({ imei2: "", duplicate: "none" });
    expect(await faults()).toEqual([]);
  });

  test.each([
    ["reject", { slots: "Dual", imei2: "" }, "IMEI 2 must be exactly 15 digits"],
    ["reject", { imei1: "12345" }, "IMEI 1 must be exactly 15 digits"],
    ["reject", { imei1: "35693803564380A" }, "IMEI 1 must be exactly 15 digits"],
    ["reject", { imei2: "1" }, "IMEI 2 must be exactly 15 digits"],
    ["reject", { serialNumber: " " }, "Serial Number is required"],
    ["reject", { customers: "" }, "Customers is required"],
    ["flag", { deliveredBy: "" }, "Delivered by is required"],
    ["flag", { slots: "Triple", imei2: "" }, "IMEI 2 must be exactly 15 digits"],
    ["reject", { brand: "x".repeat(256) }, "Brand must be at most 255 characters"],
    ["flag", { lastmanag: "x".repeat(256) }, "Last Manager must be at most 255 characters"],
    ["reject", { samplmanag: "x".repeat(256) }, "Sample Manager must be at most 255 characters"],
    ["reject", { lat: 91 }, "Latitude is not valid"],
    ["reject", { hwtype: "Toaster" }, "Device type 'Toaster' is not one of"],
  ] as const)("registering with duplicates %s refuses %o", async (duplicates, changes, words) => {
    const { message } = await refusedWith(register(ana, aSample(changes), duplicates));
    expect(message).toContain(words);
  });

  test("refuses equal IMEIs from the full form and flags them from New Sample", async () => {
    const fields = aSample({ imei1: "352099001761481", imei2: "352099001761481" });
    expect((await refusedWith(register(ana, fields))).message).toBe(
      "IMEI1 and IMEI2 cannot be the same. Please change it.",
    );
    expect((await register(ana, fields, "flag")).duplicate).toBe("imei2");
    expect(await faults()).toEqual([]);
  });

  test("refuses, from the full form, an IMEI that a sample has in either slot", async () => {
    const present = aSample();
    await register(bruno, present);
    const first = await refusedWith(register(ana, aSample({ imei1: present.imei2 })));
    expect(first).toMatchObject({ message: "IMEI1 already exists", field: "imei1" });
    const second = await refusedWith(register(ana, aSample({ imei2: present.imei1 })));
    expect(second).toMatchObject({ message: "IMEI2 already exists", field: "imei2" });
  });

  test("saves a known IMEI from New Sample and flags which one it is", async () => {
    const { imei1, imei2 } = aSample();
    await register(bruno, aSample({ imei1, imei2 }));
    expect((await register(ana, aSample({ imei1 }), "flag")).duplicate).toBe("imei1");
    expect((await register(ana, aSample({ imei2: imei1 }), "flag")).duplicate).toBe("imei2");
    expect((await register(ana, aSample({ imei1, imei2 }), "flag")).duplicate).toBe("both");
    expect(await faults()).toEqual([]);
  });

  test.each(["flag", "reject"] as const)(
    "registering with duplicates %s saves nothing for a repeated serial number",
    async (how) => {
      const { serialNumber } = aSample();
      await register(bruno, aSample({ serialNumber }));
      const again = aSample({ serialNumber: ` ${serialNumber.toLowerCase()}` });
      expect((await refusedWith(register(ana, again, how))).message).toBe(
        "Serial Number already exists",
      );
      await register(ana, { ...again, serialNumber: "another" });
    },
  );

  test("registers once for the same transaction id", async () => {
    const args = { transactionId: "twice", duplicates: "reject", fields: aSample() } as const;
    await backend.as(ana).mutation(api.samples.register, args);
    const again = backend.as(ana).mutation(api.samples.register, args);
    expect((await refusedWith(again)).message).toBe("This transaction was already processed!");
  });

  test("lets admins and supervisors register for others, users only for themselves", async () => {
    const { sampleId } = await register(adam, aSample({ samplmanag: bruno }));
    expect(await see(bruno, sampleId)).toMatchObject({ samplmanag: bruno, registeredby: adam });
    await register(sara, aSample({ samplmanag: ` ${ana.toUpperCase()} ` }));
    expect(await refusedCode(register(sara, aSample({ samplmanag: bruno })))).toBe(
      "MANAGER_NOT_YOURS",
    );
    expect(await refusedCode(register(ana, aSample({ samplmanag: bruno })))).toBe(
      "MANAGER_NOT_YOURS",
    );
    await backend
      .as(adam)
      .mutation(api.users.update, { email: bruno, settings: { disabled: true } });
    expect(await refusedCode(register(adam, aSample({ samplmanag: bruno })))).toBe(
      "MANAGER_UNKNOWN",
    );
    expect(await refusedCode(register(adam, aSample({ samplmanag: "no@company.com" })))).toBe(
      "MANAGER_UNKNOWN",
    );
    await register(ana, aSample({ samplmanag: ana }));
    expect(await faults()).toEqual([]);
  });

  test("refuses a visitor", async () => {
    const args = { transactionId: "t", duplicates: "reject", fields: aSample() } as const;
    expect(await refusedCode(backend.t.mutation(api.samples.register, args))).toBe("NOT_SIGNED_IN");
  });
});

describe("editing", () => {
  test("keeps the holder, makes the sample Registered, and lists the changes in history", async () => {
    const fields = aSample();
    const { sampleId } = await register(ana, fields);
    await transfer(ana, sampleId, bruno);
    await receive(bruno, sampleId);
    await edit(bruno, sampleId, {
      ...fields,
      comments: "Battery replaced",
      imei1: "352099001761481",
    });
    const edited = await see(bruno, sampleId);
    expect(edited).toMatchObject({
      status: "Registered",
      samplmanag: bruno,
      registeredby: ana,
      comments: "Battery replaced",
      imeis: ["352099001761481", fields.imei2],
    });
    const { page } = await backend.as(bruno).query(api.history.forSample, {
      sampleId,
      paginationOpts: FIRST_PAGE,
    });
    expect(page[0]).toMatchObject({ action: "Register", email: bruno, status: "Registered" });
    expect(page[0]?.actiondate).toBe(edited?.registereddate);
    expect(page[0]?.changes).toEqual([
      { field: "imei1", from: fields.imei1, to: "352099001761481" },
      { field: "comments", from: fields.comments, to: "Battery replaced" },
    ]);
    expect(await faults()).toEqual([]);
  });

  test("frees the identifiers that it replaces", async () => {
    const fields = aSample();
    const { sampleId } = await register(ana, fields);
    await edit(ana, sampleId, { ...fields, serialNumber: "NEW-1" });
    await register(bruno, aSample({ serialNumber: fields.serialNumber }));
    expect(await refusedCode(register(bruno, aSample({ serialNumber: "new-1" })))).toBe(
      "SERIAL_TAKEN",
    );
  });

  test("refuses another sample's identifiers and accepts the sample's own", async () => {
    const mine = aSample();
    const theirs = aSample();
    const { sampleId } = await register(ana, mine);
    await register(bruno, theirs);
    expect(await refusedCode(edit(ana, sampleId, { ...mine, imei1: theirs.imei2 }))).toBe(
      "IMEI1_TAKEN",
    );
    await edit(ana, sampleId, { ...mine, imei1: mine.imei2, imei2: mine.imei1 });
    expect(await faults()).toEqual([]);
  });

  test("accepts the flagged IMEIs that a sample keeps, in the full form too", async () => {
    const theirs = aSample();
    await register(bruno, theirs);
    const mine = aSample({ imei1: theirs.imei1 });
    const { sampleId } = await register(ana, mine, "flag");
    expect(await edit(ana, sampleId, { ...mine, comments: "Scratched" })).toMatchObject({
      duplicate: "imei1",
    });
    const another = { ...mine, imei2: theirs.imei2 };
    expect(await refusedCode(edit(ana, sampleId, another))).toBe("IMEI2_TAKEN");
    expect(await faults()).toEqual([]);
  });

  test("is allowed to the manager and admins, while Registered or In Use", async () => {
    const fields = aSample();
    const { sampleId } = await register(ana, fields);
    expect(await refusedCode(edit(bruno, sampleId, fields))).toBe("SAMPLE_MISSING"); // not his
    expect(await refusedCode(edit(sara, sampleId, fields))).toBe("NOT_YOURS");
    for (const refused of [edit(sara, sampleId, fields), remove(sara, sampleId)]) {
      expect((await refusedWith(refused)).message).toMatch(/: the sample is Registered, with ana@/);
    }
    await edit(adam, sampleId, fields);
    await transfer(ana, sampleId, bruno);
    expect(await refusedCode(edit(ana, sampleId, fields))).toBe("STEP_NOT_ALLOWED");
    expect(await refusedCode(edit(ana, "no-sample", fields))).toBe("SAMPLE_MISSING");
  });

  test("keeps the coordinates of the delivery place while its address is unchanged", async () => {
    const fields = aSample();
    const { sampleId } = await register(ana, { ...fields, regfromlat: 41.1, regfromlng: -8.6 });
    await edit(ana, sampleId, fields);
    expect(await see(ana, sampleId)).toMatchObject({ regfromlat: 41.1, regfromlng: -8.6 });
    await edit(ana, sampleId, { ...fields, locationR: "Elsewhere, Nowhere" });
    expect(await see(ana, sampleId)).not.toHaveProperty("regfromlat");
  });

  test("keeps the coordinates of an unchanged location", async () => {
    const { lat, lng, ...unplaced } = aSample();
    const { sampleId } = await register(ana, { ...unplaced, lat: lat ?? 0, lng: lng ?? 0 });
    await edit(ana, sampleId, unplaced);
    expect(await see(ana, sampleId)).toMatchObject({ lat, lng, userLat: lat, userLng: lng });
    await edit(ana, sampleId, { ...unplaced, location: "Elsewhere, Nowhere" }, "flag");
    const moved = await see(ana, sampleId);
    expect(moved).toMatchObject({ city: "Elsewhere", userLocation: "Elsewhere, Nowhere" });
    for (const field of ["lat", "lng", "userLat", "userLng"]) {
      expect(moved).not.toHaveProperty(field);
    }
  });

  test("moves the sample to the city that was picked, and records it in history", async () => {
    const { sampleId } = await register(ana, aSample({ location: "Rua Augusta 12, São Paulo" }));
    const fields = aSample({ location: "Av. da Liberdade 1, Lisbon" });
    await edit(ana, sampleId, { ...fields, city: "Lisbon" });
    expect(await see(ana, sampleId)).toMatchObject({ city: "Lisbon" });
    // The same address again, without its city: the sample's location is unchanged.
    await edit(ana, sampleId, fields);
    expect(await see(ana, sampleId)).toMatchObject({ city: "Lisbon" });
    const { page } = await backend
      .as(ana)
      .query(api.history.forSample, { sampleId, paginationOpts: FIRST_PAGE });
    const moved = { field: "city", from: "Rua Augusta 12", to: "Lisbon" };
    expect(page.map(({ changes }) => changes?.find(({ field }) => field === "city"))).toEqual([
      undefined,
      moved,
      undefined,
    ]);
  });

  test("refuses to change the holder", async () => {
    const fields = aSample();
    const { sampleId } = await register(ana, fields);
    expect(await refusedCode(edit(ana, sampleId, { ...fields, samplmanag: bruno }))).toBe(
      "MANAGER_BY_HANDOVER",
    );
    await edit(ana, sampleId, { ...fields, samplmanag: ana });
  });
});

describe("deleting", () => {
  test("frees the identifiers and keeps the history", async () => {
    const fields = aSample();
    const { sampleId } = await register(ana, fields);
    await remove(ana, sampleId);
    expect(await see(adam, sampleId)).toBeNull();
    await register(bruno, fields);
    const { page } = await backend.as(adam).query(api.history.forSample, {
      sampleId,
      paginationOpts: FIRST_PAGE,
    });
    expect(page.map(({ action }) => action)).toEqual(["Delete", "Register"]);
    expect(await faults()).toEqual([]);
  });

  test("is refused to the registrant of a sample that was handed over and then edited", async () => {
    const fields = aSample();
    const { sampleId } = await register(ana, fields);
    await transfer(ana, sampleId, bruno);
    await receive(bruno, sampleId);
    await edit(bruno, sampleId, fields);
    expect(await see(bruno, sampleId)).toMatchObject({ status: "Registered", registeredby: ana });
    for (const person of [ana, bruno, sara, adam]) {
      expect(await refusedCode(remove(person, sampleId))).toBe("NOT_YOURS");
    }
    await transfer(bruno, sampleId, ana);
    await receive(ana, sampleId);
    await edit(ana, sampleId, fields);
    await remove(ana, sampleId);
    expect(await see(adam, sampleId)).toBeNull();
  });

  test("is refused to the registrant of a sample that an admin reopened", async () => {
    const { sampleId } = await register(ana);
    const step = { sampleId, transactionId: newTransactionId() };
    await backend.as(ana).mutation(api.custody.returnToCustomer, { ...step, recipient: sara });
    await backend
      .as(sara)
      .mutation(api.custody.acknowledgeReturn, { sampleId, transactionId: newTransactionId() });
    await backend.as(adam).mutation(api.custody.reopen, {
      sampleId,
      transactionId: newTransactionId(),
      reason: "Back from the customer",
    });
    expect(await refusedCode(remove(ana, sampleId))).toBe("NOT_YOURS");
    expect(await see(ana, sampleId)).toBeNull(); // the admin holds it now
    const mine = { list: "delete", scope: "mine", status: "Registered" } as const;
    const listed = await backend
      .as(ana)
      .query(api.samples.list, { ...mine, paginationOpts: FIRST_PAGE });
    expect(listed.page).toEqual([]);
  });

  test("is allowed only to the registrant, while Registered", async () => {
    const { sampleId } = await register(ana);
    expect(await refusedCode(remove(bruno, sampleId))).toBe("SAMPLE_MISSING"); // not his
    for (const person of [sara, adam]) {
      expect(await refusedCode(remove(person, sampleId))).toBe("NOT_YOURS");
    }
    await transfer(ana, sampleId, bruno);
    expect(await refusedCode(remove(ana, sampleId))).toBe("STEP_NOT_ALLOWED");
    await receive(bruno, sampleId);
    expect(await refusedCode(remove(bruno, sampleId))).toBe("NOT_YOURS");
    expect(await refusedCode(remove(ana, "nothing"))).toBe("SAMPLE_MISSING");
  });

  test("changes nothing for a repeated transaction id", async () => {
    const { sampleId } = await register(ana);
    const args = { transactionId: "delete-once", sampleId };
    await backend.as(ana).mutation(api.samples.remove, args);
    expect(await refusedCode(backend.as(ana).mutation(api.samples.remove, args))).toBe(
      "TRANSACTION_REPEATED",
    );
  });
});

test("after any registering, editing and deleting, the claims match the samples' identifiers", async () => {
  const imei = fc.constantFrom("352099001761481", "490154203237518", "012345678901237");
  const attempts = fc.array(
    fc.record({
      how: fc.constantFrom("register", "edit", "remove"),
      which: fc.nat({ max: 3 }),
      imei1: imei,
      imei2: imei,
      serialNumber: fc.constantFrom("S1", "s1", "S2", "S3"),
      slots: fc.constantFrom("Single", "Dual"),
      duplicates: fc.constantFrom("flag", "reject"),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const property = fc.asyncProperty(attempts, async (sequence) => {
    const sampleIds: string[] = [];
    for (const { how, which, duplicates, ...changes } of sequence) {
      const sampleId = sampleIds[which] ?? "none";
      const call =
        how === "register"
          ? register(ana, aSample(changes), duplicates).then((saved) =>
              sampleIds.push(saved.sampleId),
            )
          : how === "edit"
            ? edit(ana, sampleId, aSample(changes), duplicates)
            : remove(ana, sampleId);
      await call.catch(refusalIn);
    }
    expect(await faults()).toEqual([]);
    const stored = await backend.t.run((ctx) => ctx.db.query("samples").collect());
    const serials = stored.map(({ serialNumber }) => serialNumber.toUpperCase());
    expect(new Set(serials).size).toBe(serials.length);
    for (const { _id } of stored) await remove(ana, _id);
    expect(await backend.t.run((ctx) => ctx.db.query("identifiers").collect())).toEqual([]);
  });
  await fc.assert(property, { numRuns: 25 });
});

describe("a sample is visible", () => {
  const sees = async (sampleId: Id<"samples">) => {
    const people = [ana, bruno, sara, adam];
    const seen = await Promise.all(people.map((person) => see(person, sampleId)));
    return people.filter((_, index) => seen[index] !== null);
  };

  test("a sample is visible to its manager, their supervisor, admins, and the person with whom it is pending", async () => {
    const { sampleId } = await register(ana);
    expect(await sees(sampleId)).toEqual([ana, sara, adam]);
    await transfer(ana, sampleId, bruno);
    expect(await sees(sampleId)).toEqual([ana, bruno, sara, adam]);
    await receive(bruno, sampleId);
    expect(await sees(sampleId)).toEqual([bruno, adam]);
  });

  test("a sample is visible to its supervisor only while they have that role", async () => {
    const report = "report@company.com";
    await backend.addPeople([{ email: report, role: "user", supervisor: bruno }]);
    const { sampleId } = await register(report);
    expect(await see(bruno, sampleId)).toBeNull();
  });

  test("a sample is visible under its own id only: a malformed, a foreign and an unknown id give null", async () => {
    const { userId } = await backend.t.run(async (ctx) => {
      const user = await ctx.db.query("users").first();
      return { userId: user?._id ?? "" };
    });
    expect(await see(adam, "nonsense")).toBeNull();
    expect(await see(adam, userId)).toBeNull();
  });

  test("a sample is visible to no signed-out visitor", async () => {
    const { sampleId } = await register(ana);
    expect(await refusedCode(backend.t.query(api.samples.get, { sampleId }))).toBe("NOT_SIGNED_IN");
  });
});
