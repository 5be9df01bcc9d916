import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { SampleRow } from "#domain/samples/compactRows";
import { scopesToShow } from "#domain/samples/lists";
import { listSort } from "#domain/samples/listViews";
import { liveSamples } from "../../../web/lib/tables/liveSamples";
import type { Backend } from "../../support/deployments/backend";
import { newId } from "../../support/custody/lab";
import { embeddedBackend } from "../../support/deployments/embeddedBackend";
import { restart } from "../../support/feed/acts";
import { takeStep } from "../../support/takeStep";
import { createSamples, storedSamples } from "../../support/testFunctions";

const [sara, zoe, adam] = ["sara@company.com", "zoe@company.com", "adam@company.com"];
/** Two reports of Sara's, one of Zoe's, and Sara herself, whose supervisor is Zoe. */
const HOLDERS = ["ana@company.com", "carla@company.com", "bruno@company.com", sara];
const HAND_OVERS = 20;
const VIEW = { base: [], query: { search: "", conditions: [] }, sort: listSort("report") };

let backend: Backend;
beforeAll(async () => {
  backend = await embeddedBackend();
  await backend.addPeople([
    { email: adam, role: "admin", supervisor: zoe },
    { email: sara, role: "supervisor", supervisor: zoe },
    { email: zoe, role: "supervisor", supervisor: adam },
    { email: HOLDERS[0]!, role: "user", supervisor: sara },
    { email: HOLDERS[1]!, role: "user", supervisor: sara },
    { email: HOLDERS[2]!, role: "user", supervisor: zoe },
  ]);
  await restart(backend);
});
afterAll(() => backend.close());

const textOf = (samples: readonly Pick<SampleRow, "_id" | "status" | "samplmanag">[]) =>
  samples
    .map(({ _id, status, samplmanag }) => `${_id} ${status} ${samplmanag}`)
    .sort()
    .join("\n");

/** The samples that Sara may see, as stored. */
async function stored(): Promise<string> {
  const all = await backend.admin.query(storedSamples, {});
  return textOf(
    all.filter(({ supervisor, samplmanag, pendingWith }) =>
      [supervisor, samplmanag, pendingWith].includes(sara),
    ),
  );
}

test("a supervisor's table shows the samples of one moment through a burst, a restart and a move", async () => {
  for (const [index, manager] of HOLDERS.entries()) {
    await backend.admin.mutation(createSamples, { manager, first: 1_000 * index, count: 30 });
  }
  const client = backend.connect!(sara);
  const scopes = scopesToShow("supervisor", "report");
  const part = { list: "report", scopes, isOverdue: false } as const;
  const store = liveSamples(client, "supervisor", part);
  const close = store.subscribe(() => undefined);
  await expect.poll(() => store.getState().isComplete).toBe(true);
  const shown = async () =>
    textOf((await store.ask({ kind: "window", view: VIEW, from: 0, before: 200 })).rows);
  const moments = [await stored()];
  let shownMoment = 0;
  const check = async () => {
    moments.push(await stored());
    const moment = moments.indexOf(await shown(), shownMoment);
    expect(moment).not.toBe(-1);
    shownMoment = moment;
  };

  const samples = await backend.admin.query(storedSamples, {});
  for (let turn = 0; turn < HAND_OVERS; turn++) {
    const sample = samples[(turn * 37) % samples.length]!;
    const from = sample.samplmanag;
    const to = HOLDERS[(HOLDERS.indexOf(from) + 1 + (turn % 3)) % HOLDERS.length]!;
    const step = { sampleId: sample._id, transactionId: newId(), said: to };
    await takeStep(backend.as(from), "transfer", step);
    await check();
    await takeStep(backend.as(to), "acknowledgeTransfer", { ...step, transactionId: newId() });
    await check();
    samples[samples.indexOf(sample)] = { ...sample, samplmanag: to };
  }
  await expect.poll(shown).toBe(moments.at(-1));

  await restart(backend);
  const settings = { supervisor: zoe };
  await backend.as(adam).mutation(api.users.update, { email: HOLDERS[1]!, settings });
  await expect.poll(shown).toBe(await stored());
  close();
  await client.close();
});
