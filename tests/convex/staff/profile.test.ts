/** A person's own record, photo, password and sessions (docs/product.md, "Profile"). */
import { afterEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#domain/common/durations";
import { MAX_PHOTO_BYTES } from "#domain/files/jpeg";
import { pickFields } from "#domain/common/objects";
import {
  accountsBackendAtRest,
  api,
  exchange,
  flow,
  identityOf,
  internal,
  later,
  mailsTo,
  PASSWORD,
  restore,
  someone,
  userOf,
  verified,
  type Backend,
} from "../../support/accounts";
import { numberedSample } from "../../support/functions/numberedSample";
import { ascii, photo } from "../../support/data/photos";
import { refusalIn } from "../../support/refusals";

const EMAIL = "ana@company.com";
const NEW_PASSWORD = "Second-horse!2";
const STATED = {
  displayName: "Ana Lima Souza",
  passPort: "P7654321",
  phoneNumber: "+351 210 000 000",
};
const LISBON = { userLocation: "Lisbon, Portugal", country: "Portugal", city: "Lisbon" };

afterEach(restore);

const code = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: unknown) => refusalIn(error).code,
  );

describe("personal information", () => {
  test("a person's input is saved, with the place that belongs to it", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    const place = { ...LISBON, userLat: 38.7, userLng: -9.1 };
    await ana.as.mutation(api.profile.save, { ...STATED, place });
    const saved = { ...STATED, ...place, location: "Lisbon, Portugal" };
    expect(await userOf(backend, EMAIL)).toMatchObject(saved);

    const found = await (
      await someone(backend, "bruno@company.com")
    ).as.query(api.users.recipients, { purpose: "transfer", search: "souza" });
    expect(found.map(({ email }) => email)).toEqual([EMAIL]);
  });

  test("a field that is not given is unchanged", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    await ana.as.mutation(api.profile.save, STATED);
    await ana.as.mutation(api.profile.save, { displayName: "Ana Lima" });
    expect(await userOf(backend, EMAIL)).toMatchObject({ ...STATED, displayName: "Ana Lima" });
  });

  test("coordinates are kept with their address and replaced with another one", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    await ana.as.mutation(api.profile.save, STATED);
    expect(await userOf(backend, EMAIL)).toMatchObject({ userLat: -23.56, userLng: -46.65 });
    await ana.as.mutation(api.profile.save, { ...STATED, place: LISBON });
    expect(await userOf(backend, EMAIL)).not.toHaveProperty("userLat");
  });

  test("the device's position is saved in separate fields and kept by later saves", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    const position = { realLocation: "Sintra, Portugal", realLat: 38.8, realLng: -9.38 };
    await ana.as.mutation(api.profile.save, { ...STATED, position });
    await ana.as.mutation(api.profile.save, STATED);
    expect(await userOf(backend, EMAIL)).toMatchObject(position);
  });

  const position = { realLocation: "Sintra", realLat: 91, realLng: 0 };
  test.each([
    ["displayName", { displayName: " " }],
    ["passPort", { passPort: "" }],
    ["phoneNumber", { phoneNumber: "call me" }],
    ["userLocation", { place: { ...LISBON, userLocation: "x".repeat(256) } }],
    ["userLocation", { place: { ...LISBON, userLat: 1, userLng: -181 } }],
    ["realLocation", { position }],
  ])("a profile with a wrong %s is refused completely", async (field, change) => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    const before = await userOf(backend, EMAIL);
    const call = ana.as.mutation(api.profile.save, { ...STATED, ...change });
    expect(await call.catch(refusalIn)).toMatchObject({ field });
    expect(await userOf(backend, EMAIL)).toEqual(before);
  });

  test.each(["role", "supervisor", "disabled", "trOwnerSamples", "email"])(
    "a profile cannot set %s",
    async (field) => {
      const backend = await accountsBackendAtRest();
      const ana = await someone(backend, EMAIL);
      const args = { ...STATED, [field]: "admin" };
      await expect(ana.as.mutation(api.profile.save, args)).rejects.toThrow(field);
    },
  );
});

describe("a photo", () => {
  const send = (as: Pick<Backend, "action">, bytes: Uint8Array, fileName = "me.png") =>
    as.action(api.profile.setPhoto, { photo: Uint8Array.from(bytes).buffer, fileName });
  const filesOf = (backend: Backend) =>
    backend.run((ctx) => ctx.db.system.query("_storage").collect());
  const photosOf = (backend: Backend) => backend.run((ctx) => ctx.db.query("photos").collect());

  test("a photo replaces the previous one, whose file is deleted", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    await send(ana.as, photo(), "first.png");
    const { photoURL: first } = await userOf(backend, EMAIL);
    await send(ana.as, photo({ width: 500 }), "second.png");
    const rows = await photosOf(backend);
    expect(rows).toMatchObject([{ uid: ana.userId, fileName: "second.png" }]);
    expect((await filesOf(backend)).map(({ _id }) => _id)).toEqual([rows[0]?.storageId]);
    const { photoURL } = await userOf(backend, EMAIL);
    expect(photoURL).not.toBe(first);
    expect(photoURL).toMatch(/^\/api\/storage\//);

    await ana.as.mutation(api.profile.removePhoto, {});
    expect(await filesOf(backend)).toEqual([]);
    expect((await userOf(backend, EMAIL)).photoURL).toBe("");
  });

  test.each([
    ["no image", Uint8Array.from(ascii("<script>alert(1)</script>"))],
    ["too large", new Uint8Array(MAX_PHOTO_BYTES + 1)],
    ["too wide", photo({ width: 513 })],
    ["followed by a script", photo({ after: ascii("<script>") })],
  ])("a photo that is %s is refused, and nothing is stored", async (_, bytes) => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    await send(ana.as, photo());
    const before = await filesOf(backend);
    expect(await code(send(ana.as, bytes))).toBe("PHOTO_REFUSED");
    expect(await filesOf(backend)).toEqual(before);
  });

  test("a photo of a visitor or a disabled person is refused before it is stored", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    expect(await code(send(backend, photo()))).toBe("NOT_SIGNED_IN");
    await backend.run((ctx) => ctx.db.patch("users", ana.userId, { disabled: true }));
    expect(await code(send(ana.as, photo()))).toBe("DISABLED");
    expect(await filesOf(backend)).toEqual([]);
  });

  test("a file of an interrupted upload is deleted after an hour, a photo never is", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    await send(ana.as, photo());
    await backend.run((ctx) => ctx.storage.store(new Blob(["cut off"])));
    await backend.mutation(internal.profile.sweepPhotos, {});
    expect(await filesOf(backend)).toHaveLength(2);
    later(2 * 60 * 60 * 1000);
    await backend.mutation(internal.profile.sweepPhotos, {});
    expect((await filesOf(backend)).map(({ _id }) => _id)).toEqual([
      (await photosOf(backend))[0]?.storageId,
    ]);
  });
});

describe("a new password while signed in", () => {
  const change = (as: Pick<Backend, "action">, currentPassword: string, newPassword: string) =>
    as.action(api.profile.changePassword, { currentPassword, newPassword });

  test("requires the current password, and ends the other sessions", async () => {
    const backend = await accountsBackendAtRest();
    const here = await verified(backend, EMAIL);
    const elsewhere = await flow(backend, { flow: "signIn", email: EMAIL, password: PASSWORD });
    await change(backend.withIdentity(identityOf(here)), PASSWORD, NEW_PASSWORD);

    expect(await exchange(backend, here.refreshToken)).not.toBeNull();
    expect(await exchange(backend, elsewhere.tokens?.refreshToken ?? "")).toBeNull();
    const signIn = (password: string) => flow(backend, { flow: "signIn", email: EMAIL, password });
    expect((await signIn(PASSWORD)).code).toBe("CREDENTIALS_WRONG");
    expect((await signIn(NEW_PASSWORD)).code).toBeNull();
    const mails = await mailsTo(backend, EMAIL);
    expect(mails.at(-1)?.message.subject).toBe("Your SMS password was changed");
  });

  test("revokes the API tokens if their owner requests it", async () => {
    const backend = await accountsBackendAtRest();
    const ana = backend.withIdentity(identityOf(await verified(backend, EMAIL)));
    const stated = { name: "Nightly export", scopes: ["samples" as const], days: null };
    await ana.action(api.tokens.create, stated);
    await change(ana, PASSWORD, NEW_PASSWORD);
    expect(await ana.query(api.tokens.list, {})).toMatchObject([{ name: "Nightly export" }]);
    const again = { currentPassword: NEW_PASSWORD, newPassword: PASSWORD, revokesTokens: true };
    await ana.action(api.profile.changePassword, again);
    expect(await ana.query(api.tokens.list, {})).toEqual([]);
    const mails = await mailsTo(backend, EMAIL);
    expect(mails.at(-1)?.message.text).toContain("- Nightly export");
  });

  test("is refused with a wrong current password, a weak new one, or from a visitor", async () => {
    const backend = await accountsBackendAtRest();
    const ana = backend.withIdentity(identityOf(await verified(backend, EMAIL)));
    expect(await code(change(ana, "Wrong-horse!1", NEW_PASSWORD))).toBe("PASSWORD_WRONG");
    expect(await code(change(ana, "x".repeat(300), NEW_PASSWORD))).toBe("PASSWORD_WRONG");
    expect(await code(change(ana, PASSWORD, "weak"))).toBe("PASSWORD_WEAK");
    expect(await code(change(backend, PASSWORD, NEW_PASSWORD))).toBe("NOT_SIGNED_IN");
    expect((await flow(backend, { flow: "signIn", email: EMAIL, password: PASSWORD })).code).toBe(
      null,
    );
  });

  test("is limited to ten attempts an hour per session, including successful ones", async () => {
    const backend = await accountsBackendAtRest();
    const ana = backend.withIdentity(identityOf(await verified(backend, EMAIL)));
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await code(change(ana, PASSWORD, "weak"))).toBe("PASSWORD_WEAK");
    }
    expect(await code(change(ana, PASSWORD, NEW_PASSWORD))).toBe("TOO_MANY_ATTEMPTS");
    later(6 * 60 * 1000);
    expect(await code(change(ana, PASSWORD, NEW_PASSWORD))).toBe("done");
  });
});

describe("an absence", () => {
  const away = { from: 1_000, until: Date.now() + DAY_MS, standIn: "Bruno@company.com " };

  test("is shown in the picker, with its end and the stand-in", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    const bruno = await someone(backend, "bruno@company.com");
    await ana.as.mutation(api.profile.setAway, { away });
    const find = () => bruno.as.query(api.users.recipients, { purpose: "transfer", search: "ana" });
    const entered = { ...away, standIn: "bruno@company.com" };
    expect(await find()).toMatchObject([{ email: EMAIL, away: entered }]);
    await ana.as.mutation(api.profile.setAway, { away: null });
    expect((await find())[0]).not.toHaveProperty("away");
  });

  test("is refused with oneself, an unknown or a disabled stand-in, or invalid dates", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    const bruno = await someone(backend, "bruno@company.com");
    const set = (change: Partial<typeof away>) =>
      code(ana.as.mutation(api.profile.setAway, { away: { ...away, ...change } }));
    expect(await set({ standIn: EMAIL })).toBe("STAND_IN_UNKNOWN");
    expect(await set({ standIn: "nobody@company.com" })).toBe("STAND_IN_UNKNOWN");
    expect(await set({ until: 1_000 })).toBe("AWAY_DATES");
    expect(await set({ until: NaN })).toBe("AWAY_DATES");
    expect(await set({ until: Date.now() })).toBe("AWAY_OVER");
    expect(await set({ until: Date.now() + 367 * DAY_MS })).toBe("AWAY_TOO_LONG");
    expect(await set({ until: Infinity })).toBe("AWAY_TOO_LONG");
    await backend.run((ctx) => ctx.db.patch("users", bruno.userId, { isActive: false }));
    expect(await set({})).toBe("STAND_IN_UNKNOWN");
    expect(await userOf(backend, EMAIL)).not.toHaveProperty("away");
  });
});

describe("the export of a person's own data", () => {
  test("contains their mails without codes, their photo's file and what they registered", async () => {
    const backend = await accountsBackendAtRest();
    const ana = backend.withIdentity(identityOf(await verified(backend, EMAIL)));
    const bruno = await someone(backend, "bruno@company.com");
    await ana.action(api.profile.setPhoto, { photo: photo().buffer, fileName: "ana.jpg" });
    const registers = (as: Pick<Backend, "mutation">, number: number) =>
      as.mutation(api.samples.register, {
        transactionId: `t${number}`,
        duplicates: "reject",
        fields: numberedSample(number),
      });
    await registers(ana, 1);
    await registers(bruno.as, 2);
    const outline = await ana.query(api.ownData.outline, {});
    expect(outline).toMatchObject({
      photoFileName: "ana.jpg",
      mails: [{ subject: "******** is your code for SMS" }],
    });
    const paginationOpts = { cursor: null, numItems: 10 };
    const { page } = await ana.query(api.ownData.registered, { paginationOpts });
    expect(page.map(({ serialNumber }) => serialNumber)).toEqual([numberedSample(1).serialNumber]);
  });

  test("contains the samples that they registered with the values entered then, not later changes", async () => {
    const backend = await accountsBackendAtRest();
    const supervisor = "sara@company.com";
    const sara = await someone(backend, supervisor, { role: "supervisor", supervisor });
    const ana = await someone(backend, EMAIL, { supervisor });
    const bruno = await someone(backend, "bruno@company.com", { supervisor });
    const stated = numberedSample(1);
    const registeredAt = Date.now();
    const { sampleId } = await ana.as.mutation(api.samples.register, {
      transactionId: "t1",
      duplicates: "reject",
      fields: stated,
    });
    later(DAY_MS);
    const step = (number: number) => ({ sampleId, transactionId: `t${number}` });
    await ana.as.mutation(api.custody.transfer, { ...step(2), recipient: bruno.email });
    await bruno.as.mutation(api.custody.acknowledgeTransfer, step(3));
    const { serialNumber, imei1, imei2 } = numberedSample(2);
    const fields = { ...stated, brand: "Nokia", model: "X1", serialNumber, imei1, imei2 };
    await bruno.as.mutation(api.samples.edit, { ...step(4), duplicates: "reject", fields });
    await bruno.as.mutation(api.custody.transfer, { ...step(5), recipient: sara.email });
    expect(await ana.as.query(api.samples.get, { sampleId })).toBeNull();
    const { page } = await ana.as.query(api.ownData.registered, {
      paginationOpts: { cursor: null, numItems: 10 },
    });
    expect(page).toEqual([
      {
        ...pickFields(stated, ["brand", "model", "serialNumber", "imei1", "imei2"]),
        registereddate: expect.closeTo(registeredAt, 0) as number,
      },
    ]);
  });

  test("contains their own API tokens only, without any part of a secret", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    const bruno = await someone(backend, "bruno@company.com");
    const createdAt = Date.now();
    const stated = { name: "Warehouse", scopes: ["samples" as const], days: null };
    const secret = await ana.as.action(api.tokens.create, stated);
    await bruno.as.action(api.tokens.create, { ...stated, name: "Bruno's" });
    later(DAY_MS);
    await backend.mutation(internal.tokens.use, { secret, scopes: ["samples"] });
    const { apiTokens } = await ana.as.query(api.ownData.outline, {});
    expect(apiTokens).toEqual([
      {
        name: "Warehouse",
        scopes: ["samples"],
        lastUsedAt: createdAt + DAY_MS,
        createdAt: expect.closeTo(createdAt, 0) as number,
      },
    ]);
  });
});

describe("a person's sessions", () => {
  test("are listed with browser and last use, and ended individually or all others together", async () => {
    const backend = await accountsBackendAtRest();
    const here = await verified(backend, EMAIL);
    const userAgent = "Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0";
    const onWindows = backend.withRequestMetadata({ ip: null, userAgent });
    const credentials = { flow: "signIn", email: EMAIL, password: PASSWORD };
    await flow(onWindows, credentials);
    await flow(backend, { ...credentials, client: "terminal" });
    const ana = backend.withIdentity(identityOf(here));
    const sessions = await ana.query(api.sessions.list, {});
    expect(sessions.map(({ client, isCurrent }) => [client, isCurrent])).toEqual([
      ["sms in a terminal", false],
      ["Firefox on Windows", false],
      ["A browser", true],
    ]);
    expect(sessions[1]?.lastActiveAt).toBe(Date.now());
    expect(sessions[0]).not.toHaveProperty("lastActiveAt");

    await ana.mutation(api.sessions.end, { sessionId: sessions[1]?.sessionId ?? "" });
    expect(await ana.query(api.sessions.list, {})).toHaveLength(2);
    await ana.mutation(api.sessions.endOthers, {});
    expect(await ana.query(api.sessions.list, {})).toMatchObject([{ isCurrent: true }]);
  });

  test("are invisible to other people, who cannot end them", async () => {
    const backend = await accountsBackendAtRest();
    const ana = await someone(backend, EMAIL);
    const bruno = await someone(backend, "bruno@company.com", { role: "admin" });
    await bruno.as.mutation(api.sessions.end, { sessionId: ana.sessionId });
    await bruno.as.mutation(api.sessions.end, { sessionId: "nonsense" });
    await bruno.as.mutation(api.sessions.endOthers, {});
    expect(await ana.as.query(api.sessions.list, {})).toHaveLength(1);
  });
});
