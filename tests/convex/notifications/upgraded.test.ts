import { afterEach, beforeEach, expect, test } from "vitest";
import { accountsBackendAtRest, api, internal, restore, someone } from "../../support/accounts";
import type { Backend } from "../../support/accounts";

let backend: Backend;
beforeEach(async () => {
  backend = await accountsBackendAtRest();
});
afterEach(restore);

test("an upgrade tells the admins, and no one else, what is kept and until when", async () => {
  const admin = await someone(backend, "boss@company.com", { role: "admin" });
  const user = await someone(backend, "ana@company.com");
  const kept = { bytes: 1_240_000_000, until: Date.now() + 1_000 };
  await backend.mutation(internal.operations.upgraded, kept);
  const newsOf = async ({ as }: typeof admin) => {
    const paginationOpts = { cursor: null, numItems: 10 };
    return (await as.query(api.inbox.news, { paginationOpts })).page;
  };
  expect(await newsOf(admin)).toMatchObject([{ notice: { kind: "upgraded", ...kept } }]);
  expect(await newsOf(user)).toEqual([]);
});
