import fc from "fast-check";
import { makeFunctionReference } from "convex/server";
import { ConvexError, type ValidatorJSON } from "convex/values";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ROLES } from "#domain/custody/workflow";
import {
  accountsBackend,
  api,
  internal,
  PASSWORD,
  someone,
  verified,
} from "../../support/accounts";
import { anyArguments } from "../../support/anyArguments";
import { publicFunctions } from "../../support/publicFunctions";
import { aSample, newTransactionId } from "../../support/samples";

/** Odd calls of each function in one run. */
const CALLS = 200;
const BOSS = "supervisor@company.com";

/** An issuer that does not answer: the discard port. */
const NO_ISSUER = {
  SMS_OIDC_ISSUER: "http://127.0.0.1:9",
  SMS_OIDC_CLIENT_ID: "sms",
  SMS_OIDC_CLIENT_SECRET: "secret",
};

type Caller = Awaited<ReturnType<typeof someone>>["as"];

/** A lab with a person of each role, and documents that calls may name. */
async function lab() {
  const backend = await accountsBackend(NO_ISSUER);
  const people = new Map<string, Caller>();
  const sampleIds: string[] = [];
  for (const role of ROLES) {
    const { as } = await someone(backend, `${role}@company.com`, { role, supervisor: BOSS });
    const args = {
      transactionId: newTransactionId(),
      duplicates: "flag",
      fields: aSample(),
    } as const;
    sampleIds.push((await as.mutation(api.samples.register, args)).sampleId);
    people.set(role, as);
  }
  const emails = ROLES.map((role) => `${role}@company.com`);
  const fields = aSample();
  const usual = {
    ...fields,
    fields,
    sampleId: sampleIds[0],
    chosen: BOSS,
    recipient: BOSS,
    approver: BOSS,
    search: "",
    timeZone: "Europe/Lisbon",
    conditions: [],
  };
  return { people, known: { texts: [...emails, ...sampleIds, fields.imei1], sampleIds, usual } };
}

afterEach(() => vi.unstubAllEnvs());

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, {}, [], true, 0, NaN),
  fc.string({ unit: "grapheme" }),
  fc.stringMatching(/^[\w-]{43}$/), // as secrets are
);
const ticketFlow = fc.oneof(fc.constantFrom("issuer", "issuerSignUp", "terminal", "link"), odd);
const ticket = fc.record(
  { flow: ticketFlow, state: odd, verifier: odd, code: odd, token: odd, browser: odd },
  { requiredKeys: [] },
);
/** Sign-ins to an account whose role needs a second factor, most with the right password. */
const password = fc.record(
  {
    flow: fc.constant("signIn"),
    email: fc.constant("odd@company.com"),
    password: fc.oneof({ weight: 9, arbitrary: fc.constant(PASSWORD) }, odd),
    secondCode: fc.oneof(odd, fc.stringMatching(/^\d{6}$/)),
    newSecret: fc.oneof(odd, fc.stringMatching(/^[A-Z2-7]{32}$/)),
  },
  { requiredKeys: ["flow", "email", "password"] },
);

test.each([
  ["tickets", "ticket", ticket],
  ["second factors", "password", password],
] as const)("auth:signIn refuses odd %s without failing", async (_what, provider, usual) => {
  const backend = await accountsBackend(NO_ISSUER);
  await verified(backend, "odd@company.com");
  await backend.mutation(internal.secondFactors.setRolesFromTerminal, { roles: ["user"] });
  const isRefused = fc.asyncProperty(fc.oneof(usual, odd), async (params) => {
    const args = { provider, params };
    const failure = await backend.action(api.auth.signIn, args).then(
      () => "answered",
      (error: unknown) => (error instanceof ConvexError ? null : error),
    );
    expect(failure).toBeNull();
  });
  await fc.assert(isRefused, { numRuns: CALLS });
});

const ours = [...publicFunctions].filter(([path]) => !path.startsWith("auth:"));

/** The lab of all queries, which leave it as it is. */
let unchanged: ReturnType<typeof lab> | undefined;

describe.each(ours)("%s", (path, exported) => {
  test(`answers or refuses ${CALLS} odd calls without failing`, async () => {
    const { people, known } = await (exported.isQuery ? (unchanged ??= lab()) : lab());
    const args = anyArguments(JSON.parse(exported.exportArgs()) as ValidatorJSON, known);
    const anyCall = fc.asyncProperty(fc.constantFrom(...ROLES), args, async (role, odd) => {
      const failure = await call(people.get(role), odd).then(
        () => null,
        (error: unknown) => (error instanceof ConvexError ? null : error),
      );
      expect(failure).toBeNull();
    });
    await fc.assert(anyCall, { numRuns: CALLS });
  });

  async function call(as: Caller | undefined, odd: object): Promise<unknown> {
    if (as === undefined) throw new Error("nobody calls");
    if (exported.isQuery) return as.query(makeFunctionReference<"query">(path), odd);
    if (exported.isAction) return as.action(makeFunctionReference<"action">(path), odd);
    return as.mutation(makeFunctionReference<"mutation">(path), odd);
  }
});
