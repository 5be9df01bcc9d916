import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Backend } from "../../support/backend";
import { Lab, newId, next } from "../../support/custody/lab";
import { embeddedBackend } from "../../support/embeddedBackend";
import { numberedSample } from "../../support/functions/numberedSample";

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
  const samples = await all(RACES, () => lab.register());
  await Promise.all(samples.map((sampleId) => lab.take("transfer", lab.ana, sampleId)));
  const ends = await Promise.all(
    samples.map((sampleId) =>
      outcomes(
        lab.take("acknowledgeTransfer", lab.bruno, sampleId),
        lab.take("acknowledgeTransfer", lab.adam, sampleId),
      ),
    ),
  );
  expect(ends).toEqual(Array.from(ends, () => ONE_WINNER));
  const actions = await Promise.all(
    samples.map(async (sampleId) => (await lab.history(sampleId)).map(({ action }) => action)),
  );
  expect(actions).toEqual(
    Array.from(actions, () => ["Register", "Transfer", "Transfer Acknowledge"]),
  );
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
