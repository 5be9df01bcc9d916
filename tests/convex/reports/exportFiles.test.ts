import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { API_ROOT } from "#domain/api/routes";
import { TOKEN_SCOPES } from "#domain/accounts/apiTokens";
import { STORED_FILE } from "#domain/exports/storedFile";
import { accountsBackend, api, restore, someone, type Backend } from "../../support/accounts";
import { numberedSample } from "../../support/functions/numberedSample";

const MAX_BYTES = 2_000;

let backend: Backend;
let ana: Awaited<ReturnType<typeof someone>>;
let token: string;
beforeEach(async () => {
  vi.spyOn(STORED_FILE, "maxBytes", "get").mockReturnValue(MAX_BYTES);
  backend = await accountsBackend({ SMS_STREAMS_EXPORTS: "" });
  ana = await someone(backend, "ana@company.com");
  token = await ana.as.action(api.tokens.create, {
    ...{ name: "Warehouse", scopes: [...TOKEN_SCOPES], days: null },
  });
});
afterEach(restore);

async function register(first: number, count: number): Promise<void> {
  for (let number = first; number < first + count; number++) {
    const fields = numberedSample(number);
    const sample = { transactionId: `t${number}`, duplicates: "flag" as const, fields };
    await ana.as.mutation(api.samples.register, sample);
  }
}

const ask = () =>
  backend.fetch(`${API_ROOT}/export/samples?format=jsonl`, {
    method: "GET",
    headers: { Authorization: `Bearer ${token}` },
  });

const storedFiles = () => backend.run((ctx) => ctx.db.system.query("_storage").collect());

test("an export that is stored first is refused beyond the largest file, and holds no place", async () => {
  await register(0, 2);
  expect((await ask()).status).toBe(303);
  const [stored] = await storedFiles();
  expect(stored!.size).toBeLessThan(MAX_BYTES);

  await register(2, 4);
  // One more than a person's places.
  for (let attempt = 0; attempt < 3; attempt++) {
    const refused = await ask();
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ code: "EXPORT_TOO_LARGE" });
  }
  expect(await storedFiles()).toHaveLength(1);
});
