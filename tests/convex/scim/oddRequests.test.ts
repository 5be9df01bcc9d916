// @vitest-environment node
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { ENTERPRISE_USER, SCIM_CONTENT_TYPE } from "#domain/scim/messages";
import { accountsBackend, api, restore, someone } from "../../support/accounts";

afterEach(restore);

const REQUESTS = 200;
const PATHS = [
  ...["active", "userName", "displayName", "name.givenName", "externalId", "emails", "roles"],
  ...[`${ENTERPRISE_USER}:manager`, 'addresses[type eq "work"].country', "__proto__", "passPort"],
];

test(`${REQUESTS} odd requests of a directory are answered or refused without failing`, async () => {
  const backend = await accountsBackend();
  const ada = await someone(backend, "ada@company.com", { role: "admin" });
  const ana = await someone(backend, "ana@company.com");
  const token = await ada.as.action(api.scim.createToken, { name: "Okta" });
  const ids = fc.constantFrom<string>(ada.userId, ana.userId, ada.sessionId, "none", "%F0", "..");
  const text = fc.oneof(
    fc.constantFrom("ada@company.com", "ana@company.com", "new@company.com", "False", "", "\u0000"),
    fc.string({ unit: "grapheme" }),
  );
  const value = fc.oneof(text, fc.boolean(), ids, fc.jsonValue({ maxDepth: 3 }));
  const attributes = fc.dictionary(fc.constantFrom(...PATHS), value);
  const operation = fc.record(
    {
      op: fc.constantFrom("add", "Replace", "remove"),
      path: fc.constantFrom(...PATHS),
      value: fc.oneof(value, attributes),
    },
    { requiredKeys: ["op"] },
  );
  const request = fc.oneof(
    fc.tuple(fc.constant("POST"), fc.constant("Users"), attributes),
    fc.tuple(
      fc.constant("PUT"),
      ids.map((id) => `Users/${id}`),
      attributes,
    ),
    fc.tuple(
      fc.constant("PATCH"),
      ids.map((id) => `Users/${id}`),
      fc.record({ Operations: fc.array(operation, { maxLength: 4 }) }),
    ),
    fc.tuple(
      fc.constantFrom("GET", "DELETE"),
      fc.oneof(
        ids.map((id) => `Users/${id}`),
        text.map((each) => `Users?filter=${encodeURIComponent(`userName eq "${each}"`)}`),
        text.map(
          (each) =>
            `Users?startIndex=${encodeURIComponent(each)}&attributes=${encodeURIComponent(each)}`,
        ),
      ),
      fc.constant(undefined),
    ),
  );
  const isAnswered = fc.asyncProperty(request, async ([method, path, body]) => {
    const response = await backend.fetch(`/scim/v2/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": SCIM_CONTENT_TYPE },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect([200, 201, 204, 400, 404, 409, 503]).toContain(response.status);
    const ofAda = await backend.run((ctx) => ctx.db.get("users", ada.userId));
    expect(ofAda).toMatchObject({ role: "admin", disabled: false });
  });
  await fc.assert(isAnswered, { numRuns: REQUESTS });
});
