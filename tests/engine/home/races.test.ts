import { afterAll, beforeAll, expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { APP_SECRET, appCode } from "../../support/authenticator";
import type { Backend } from "../../support/deployments/backend";
import { Lab, newId, next } from "../../support/custody/lab";
import { embeddedBackend } from "../../support/deployments/embeddedBackend";
import { numberedSample } from "../../support/functions/numberedSample";
import { createVariedSamples, storedRecords, storedSamples } from "../../support/testFunctions";

/** Races of each kind; `npm run soak -- races` runs more. */
const RACES = 100;

let backend: Backend;
let lab: Lab;
beforeAll(async () => {
  backend = await embeddedBackend();
  lab = await new Lab(backend).open();
});
afterAll(() => backend.close());

const all = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work));

/** Returns how the calls of one race ended, sorted. */
async function outcomes(...calls: readonly Promise<unknown>[]): Promise<string[]> {
  return (await Promise.allSettled(calls)).map(({ status }) => status).sort();
}

const ONE_WINNER = ["fulfilled", "rejected"];

test(`exactly one of two people who receive the same sample succeeds, in each of ${RACES} races`, async () => {
  const { ana: manager, bruno: recipient } = lab;
  const sent = { manager, recipient, status: "In Transit", first: 70_000, count: RACES } as const;
  await backend.admin.mutation(createVariedSamples, sent);
  const samples = (await backend.admin.query(storedSamples, {})).map(({ _id }) => _id);
  const ends = await Promise.all(
    samples.map((sampleId) =>
      outcomes(
        lab.take("acknowledgeTransfer", lab.bruno, sampleId),
        lab.take("acknowledgeTransfer", lab.adam, sampleId),
      ),
    ),
  );
  expect(ends).toEqual(Array.from(ends, () => ONE_WINNER));
  const { history } = await backend.admin.query(storedRecords, {});
  const received = history.filter(({ action }) => action === "Transfer Acknowledge");
  expect(received.map(({ sampleId }) => sampleId).sort()).toEqual(samples.sort());
});

test(`exactly one of two people who register the same serial number succeeds, in each of ${RACES} races`, async () => {
  const registerAs = (email: string, number: number) =>
    lab.as(email).mutation(api.samples.register, {
      transactionId: newId(),
      duplicates: "reject",
      fields: numberedSample(number),
    });
  const ends = await all(RACES, () => {
    const number = next();
    return outcomes(registerAs(lab.ana, number), registerAs(lab.bruno, number));
  });
  expect(ends).toEqual(Array.from(ends, () => ONE_WINNER));
});

/** Sign-ins with a second factor: each needs a person of its own, because a code counts once. */
const SIGN_INS = 20;

// The last test of this file: it signs out the lab's supervisors.
test(`exactly one of two sign-ins with the same code succeeds, in each of ${SIGN_INS} races`, async () => {
  const { admin } = backend;
  await admin.mutation(internal.secondFactors.setRolesFromTerminal, { roles: ["supervisor"] });
  const place = { country: "", city: "", userLocation: "" };
  const ends = await all(SIGN_INS, async () => {
    const email = `racer-${next()}@company.com`;
    const person = { email, displayName: "Racer", passPort: "", phoneNumber: "", ...place };
    const secret = "a password's hash";
    await admin.mutation(internal.accounts.insertVerified, { person, secret });
    const settings = { role: "supervisor" } as const;
    await admin.mutation(internal.users.updateFromTerminal, { email, settings });
    const enter = (proof: { secondCode: string; newSecret?: string }) =>
      admin.mutation(internal.accounts.enter, {
        ...{ email, secret, client: "browser", newCode: "" },
        ...proof,
      });
    const setUp = await enter({ newSecret: APP_SECRET, secondCode: appCode() });
    const secondCode = appCode(APP_SECRET, 1);
    const both = await Promise.all([enter({ secondCode }), enter({ secondCode })]);
    return [setUp.kind, ...both.map(({ kind }) => kind).sort()];
  });
  expect(ends).toEqual(Array.from(ends, () => ["entered", "codeWrong", "entered"]));
});
