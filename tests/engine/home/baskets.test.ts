import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Person } from "../../support/deployments/backend";
import { EmbeddedHome, type Session } from "../../support/deployments/embeddedHome";
import { freePort } from "../../support/freePort";
import { bundleWithTestFunctions } from "../../support/deployments/home";
import { eventually } from "../../support/eventually";
import { createSamples, storedRecords } from "../../support/testFunctions";

const createPeople = makeFunctionReference<"mutation", { people: Person[] }, Session[]>(
  "testing:createPeople",
);

const ana = "ana@company.com";
const bruno = "bruno@company.com";
const basketId = "basket-1";
const paginationOpts = { numItems: 10, cursor: null };

test("a basket of 300 resumes after a restart, takes each sample once and mails once", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "sms-basket-"));
  // The same port after the restart, because tokens contain the deployment's address.
  const options = { dataDir, pushRequest: await bundleWithTestFunctions(), port: await freePort() };
  let home = await EmbeddedHome.open(options);
  const people = [ana, bruno].map((email): Person => ({ email, role: "admin" }));
  const [session] = await home.admin.mutation(createPeople, { people });
  if (session === undefined) throw new Error("Ana has no session");
  const sampleIds = await home.admin.mutation(createSamples, {
    manager: ana,
    first: 1,
    count: 300,
  });
  const asAna = async () => {
    const client = new ConvexHttpClient(home.url, { logger: false });
    client.setAuth(await home.tokenFor(session));
    return client;
  };
  let client = await asAna();
  const progress = async () => {
    const seen = await client.query(api.baskets.progress, { basketId });
    if (seen === null) throw new Error("There is no basket");
    return seen;
  };

  await client.mutation(api.baskets.start, {
    basketId,
    step: "transfer",
    chosen: bruno,
    sampleIds,
  });
  const underWay = await eventually(
    async () => {
      const seen = await progress();
      expect(seen.settled).toBeGreaterThan(0);
      return seen;
    },
    { interval: 1 },
  );
  expect(underWay.finished).toBe(false);
  await home.close();

  home = await EmbeddedHome.open(options);
  client = await asAna();
  const finished = await eventually(async () => {
    const seen = await progress();
    expect(seen.finished).toBe(true);
    return seen;
  });
  expect(finished.results.filter(({ outcome }) => outcome === "done")).toHaveLength(300);
  const { history } = await home.admin.query(storedRecords, {});
  const transfers = history.filter(({ action }) => action === "Transfer");
  expect(transfers.map(({ sampleId }) => sampleId).sort()).toEqual(sampleIds.toSorted());
  const { page: mails } = await client.query(api.mail.list, { paginationOpts });
  expect(mails.map(({ to, message }) => [to, message.subject])).toEqual([
    [bruno, "300 samples are on their way to you"],
  ]);
  const admin = home.admin as unknown as {
    action(run: typeof internal.check.run, args: object): Promise<{ faults: string[] }>;
  };
  expect(await admin.action(internal.check.run, {})).toMatchObject({ drift: [], faults: [] });
  await home.close();
  await rm(dataDir, { recursive: true, force: true });
});
