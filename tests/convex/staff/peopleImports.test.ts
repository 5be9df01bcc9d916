/** Imports of people (docs/product.md, "Importing people"). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { INVITATION_DAYS } from "#domain/accounts/invitations";
import { MAX_PERSON_ROWS } from "#domain/people/personRows";
import {
  accountsBackendAtRest,
  api,
  flow,
  later,
  mailsTo,
  restore,
  signUpForm,
  someone,
  userOf,
  type Backend,
} from "../../support/accounts";
import { refusalIn } from "../../support/refusals";

const NEW = "nora@company.com";
const BOSS = "boss@company.com";
const SARA = "sara@company.com";
const ANA = "ana@company.com";
const DAY_MS = 24 * 60 * 60 * 1000;

type Fields = Record<string, string>;
type Options = { onDuplicate?: "skip" | "update"; dryRun?: boolean };

let backend: Backend;
let boss: Pick<Backend, "action" | "query" | "mutation">;

beforeEach(async () => {
  backend = await accountsBackendAtRest();
  boss = (await someone(backend, BOSS, { role: "admin", supervisor: BOSS })).as;
  await someone(backend, SARA, { role: "supervisor", supervisor: BOSS });
  await someone(backend, ANA, { supervisor: BOSS });
});
afterEach(restore);

function importPeople(
  people: readonly Fields[],
  { onDuplicate = "skip", dryRun = false }: Options = {},
  as: Pick<Backend, "action"> = boss,
) {
  const rows = people.map((fields, index) => ({ row: index + 2, fields }));
  return as.action(api.peopleImports.importBatch, { rows, onDuplicate, dryRun });
}

const outcomes = async (people: readonly Fields[], options?: Options) =>
  (await importPeople(people, options)).map(({ outcome }) => outcome);

/** Returns the refusals of one row: codes by field. */
async function problemsOf(fields: Fields, options?: Options) {
  const [result] = await importPeople([fields], options);
  return result?.problems?.map(({ field, code }) => `${field}: ${code}`);
}

const records = () => backend.run((ctx) => ctx.db.query("audit").collect());
const invitations = () => backend.run((ctx) => ctx.db.query("invitations").collect());

async function accept(email: string) {
  const text = (await mailsTo(backend, email)).at(-1)?.message.text ?? "";
  const token = /token=([\w-]+)/.exec(text)?.[1];
  const { email: _, ...form } = signUpForm(email);
  expect((await flow(backend, { ...form, flow: "invited", token })).code).toBeNull();
}

describe("a person without an account", () => {
  test("is invited, with the role, supervisor and limits of the row", async () => {
    const fields = { email: NEW, role: "supervisor", supervisor: SARA, samplmax: "25" };
    expect(await outcomes([fields])).toEqual(["imported"]);
    const paginationOpts = { cursor: null, numItems: 5 };
    const { page } = await boss.query(api.invitations.list, { paginationOpts });
    expect(page).toMatchObject([{ email: NEW, role: "supervisor", samplmax: 25 }]);
    await accept(NEW);
    expect(await userOf(backend, NEW)).toMatchObject({
      role: "supervisor",
      supervisor: SARA,
      samplmax: 25,
      trOwnerSamples: 10,
    });
  });

  test("is invited once, however often the file is imported", async () => {
    const people = [{ email: NEW, samplmax: "25" }];
    expect(await outcomes(people)).toEqual(["imported"]);
    expect(await outcomes(people)).toEqual(["already"]);
    expect(await outcomes(people, { onDuplicate: "update" })).toEqual(["already"]);
    expect(await mailsTo(backend, NEW)).toHaveLength(1);
    expect(await records()).toHaveLength(1);
  });

  test("is invited again once the invitation has expired", async () => {
    await outcomes([{ email: NEW }]);
    later(INVITATION_DAYS * DAY_MS);
    expect(await outcomes([{ email: NEW }])).toEqual(["imported"]);
    expect(await mailsTo(backend, NEW)).toHaveLength(2);
    expect(await invitations()).toHaveLength(1);
  });

  test("starts with the row's settings, not with those of an expired invitation", async () => {
    await outcomes([{ email: NEW, role: "admin", supervisor: SARA, samplmax: "25" }]);
    later(INVITATION_DAYS * DAY_MS);
    const row = { email: NEW, samplmaxr: "3" };
    await outcomes([row], { dryRun: true });
    expect(await invitations()).toMatchObject([{ role: "admin" }]);
    await outcomes([row]);
    await accept(NEW);
    expect(await userOf(backend, NEW)).toMatchObject({
      role: "user",
      supervisor: BOSS,
      samplmax: 10,
      samplmaxr: 3,
    });
  });

  test("a person without an account with an open invitation gets other settings by an update only, without another mail", async () => {
    await outcomes([{ email: NEW, samplmax: "25" }]);
    const changed = [{ email: NEW, samplmax: "30" }];
    expect(await outcomes(changed)).toEqual(["skipped"]);
    expect(await outcomes(changed, { onDuplicate: "update" })).toEqual(["updated"]);
    expect(await mailsTo(backend, NEW)).toHaveLength(1);
    expect((await records()).at(-1)).toMatchObject({
      action: "Invitation Updated",
      person: NEW,
      email: BOSS,
      changes: [{ field: "samplmax", from: 25, to: 30 }],
    });
    await accept(NEW);
    expect(await userOf(backend, NEW)).toMatchObject({ samplmax: 30 });
  });

  test("is not invited to a locked account", async () => {
    expect(await problemsOf({ email: NEW, disabled: "true" })).toEqual(["disabled: PERSON_LOCKED"]);
    expect(await outcomes([{ email: NEW, disabled: "false" }])).toEqual(["imported"]);
  });
});

describe("a person with an account", () => {
  test("is unchanged without an update", async () => {
    expect(await outcomes([{ email: ANA, samplmax: "25" }])).toEqual(["skipped"]);
    expect(await outcomes([{ email: ANA }])).toEqual(["already"]);
    expect(await userOf(backend, ANA)).toMatchObject({ samplmax: 10 });
    expect(await records()).toEqual([]);
    expect(await mailsTo(backend, ANA)).toEqual([]);
  });

  test("gets the filled cells by an update, with one audit record", async () => {
    const row = { email: "Ana@company.com", supervisor: SARA, samplmax: "25" };
    expect(await outcomes([row], { onDuplicate: "update" })).toEqual(["updated"]);
    expect(await outcomes([row], { onDuplicate: "update" })).toEqual(["already"]);
    expect(await userOf(backend, ANA)).toMatchObject({ supervisor: SARA, samplmax: 25 });
    expect(await records()).toMatchObject([
      { action: "Employee Updated", person: ANA, changes: [{ field: "supervisor" }, {}] },
    ]);
  });

  test("causes a warning if people still report to them", async () => {
    await outcomes([{ email: ANA, supervisor: SARA }], { onDuplicate: "update" });
    const [result] = await importPeople([{ email: SARA, role: "user" }], { onDuplicate: "update" });
    expect(result?.warning).toBe("1 person still reports to them and needs another supervisor");
  });

  test("cannot be the last admin, nor the importing admin, if the row takes rights away", async () => {
    const own = { email: BOSS, role: "user" };
    expect(await problemsOf(own, { onDuplicate: "update" })).toEqual(["undefined: OWN_ACCOUNT"]);
    const dry = { onDuplicate: "update", dryRun: true } as const;
    expect(await problemsOf(own, dry)).toEqual(["undefined: OWN_ACCOUNT"]);
    expect(await outcomes([{ email: BOSS, role: "admin" }])).toEqual(["already"]);
  });
});

describe("a list of people", () => {
  test("imports valid rows despite an invalid one, whose errors are all reported", async () => {
    const results = await importPeople([
      { email: NEW, role: "king", supervisor: ANA, samplmax: "many" },
      { email: "ola@company.com", supervisor: "nobody@company.com" },
      { email: "per@company.com" },
      { email: "rui@elsewhere.com", supervisor: "nobody@company.com", samplmax: "-1" },
    ]);
    expect(results).toMatchObject([
      {
        row: 2,
        outcome: "refused",
        problems: [
          { code: "NOT_A_CHOICE", field: "role", value: "king" },
          { code: "THRESHOLD_INVALID", field: "samplmax", value: "many" },
          { code: "SUPERVISOR_ROLE", field: "supervisor", value: ANA },
        ],
      },
      { row: 3, outcome: "refused", problems: [{ code: "SUPERVISOR_UNKNOWN" }] },
      { row: 4, outcome: "imported" },
      {
        row: 5,
        outcome: "refused",
        problems: [
          { code: "EMAIL_NOT_COMPANY" },
          { code: "THRESHOLD_INVALID" },
          { code: "SUPERVISOR_UNKNOWN", value: "nobody@company.com" },
        ],
      },
    ]);
    expect(await invitations()).toMatchObject([{ email: "per@company.com" }]);
  });

  test("answers in a dry run like the import, without writing", async () => {
    await outcomes([{ email: "ola@company.com", samplmax: "1" }]);
    const written = [await invitations(), await records()];
    const people = [
      { email: NEW },
      { email: "ola@company.com", samplmax: "2" },
      { email: ANA, samplmax: "25" },
      { email: "x@elsewhere.com" },
    ];
    const answers = ["imported", "updated", "updated", "refused"];
    expect(await outcomes(people, { onDuplicate: "update", dryRun: true })).toEqual(answers);
    expect([await invitations(), await records()]).toEqual(written);
    expect(await userOf(backend, ANA)).toMatchObject({ samplmax: 10 });
    expect(await outcomes(people, { onDuplicate: "update" })).toEqual(answers);
  });

  test("is imported by admins only, at most 100 rows per call", async () => {
    const code = (people: readonly Fields[], as?: Pick<Backend, "action">) =>
      importPeople(people, {}, as).then(
        () => "done",
        (error: unknown) => refusalIn(error).code,
      );
    const eva = await someone(backend, "eva@company.com", { role: "supervisor" });
    const leo = await someone(backend, "leo@company.com");
    expect(await code([{ email: NEW }], backend)).toBe("NOT_SIGNED_IN");
    expect(await code([{ email: NEW }], leo.as)).toBe("NOT_ALLOWED");
    expect(await code([{ email: NEW }], eva.as)).toBe("NOT_ALLOWED");
    const many = Array<Fields>(MAX_PERSON_ROWS + 1).fill({ email: NEW });
    expect(await code(many)).toBe("BATCH_TOO_LARGE");
    expect(await invitations()).toEqual([]);
  });
});
