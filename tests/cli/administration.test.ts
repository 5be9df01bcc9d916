import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { DAY_MS } from "#domain/common/durations";
import { serverWith } from "./support/serverWith";
import { built, freshEnvironment, sms } from "./support/sms";
import { openTerminal, SMS } from "./support/terminal";

beforeAll(built);

const ANA = "ana@lab.example";
const BEA = "bea@lab.example";
const asAdmin = { "users:viewer": { value: { role: "admin", email: "adam@lab.example" } } };
const AS_ADMIN = "as adam@lab.example, who is signed in";
const asUser = { "users:viewer": { value: { role: "user" } } };

/** Each change: its command, its function, the arguments sent and the note printed. */
const changes = [
  [
    ["users", "set-role", ANA, "supervisor"],
    "users:update",
    { email: ANA, settings: { role: "supervisor" } },
    "is now supervisor.",
  ],
  [
    ["users", "set-supervisor", ANA, BEA, "--reason", "moved"],
    "users:update",
    { email: ANA, settings: { supervisor: BEA }, reason: "moved" },
    `${BEA} now supervises`,
  ],
  [
    ["users", "set-email", ANA, BEA, "--reason", "married"],
    "users:setEmail",
    { email: ANA, newEmail: BEA, reason: "married" },
    `${ANA} is now ${BEA}. Samples that name them follow within seconds.`,
  ],
  [
    ["users", "disable", ANA],
    "users:update",
    { email: ANA, settings: { disabled: true } },
    "is now disabled.",
  ],
  [
    ["users", "enable", ANA],
    "users:update",
    { email: ANA, settings: { disabled: false } },
    "is now enabled.",
  ],
  [
    ["settings", "set", ANA, "samplmax=20", "disabled=false"],
    "users:update",
    { email: ANA, settings: { samplmax: "20", disabled: "false" } },
    "Employee Updated Successfully",
  ],
  [
    ["settings", "set", ANA, "SamplMax=20", "Role=Supervisor"],
    "users:update",
    { email: ANA, settings: { samplmax: "20", role: "supervisor" } },
    "Employee Updated Successfully",
  ],
  [
    ["users", "reset-second-factor", ANA, "--reason", "lost phone"],
    "secondFactors:reset",
    { email: ANA, reason: "lost phone" },
    `${ANA} no longer has a second factor`,
  ],
  [
    ["users", "second-factor", "admin", "Supervisor", "--reason", "audit"],
    "secondFactors:setRoles",
    { roles: ["admin", "supervisor"], reason: "audit" },
    "People of these roles set up a second factor",
  ],
  [
    ["users", "second-factor", "--none"],
    "secondFactors:setRoles",
    { roles: [] },
    "No role must have a second factor.",
  ],
  [["supervisors", "add", ANA], "supervisors:add", { email: ANA }, "Added email Successfully"],
  [
    ["supervisors", "update", ANA, BEA],
    "supervisors:update",
    { selected: ANA, email: BEA },
    "Updated email Successfully",
  ],
  [
    ["supervisors", "remove", ANA],
    "supervisors:remove",
    { selected: ANA },
    "This Supervisor email was deleted.",
  ],
  [
    ["admins", "add", ANA],
    "admins:add",
    { email: ANA },
    "Success to record in AdminModel collection.",
  ],
  [["admins", "remove", ANA], "admins:remove", { email: ANA }, "This Admin email was deleted."],
  [
    ["lists", "add", "brandModel", "Acme"],
    "lookups:add",
    { kind: "brandModel", value: "Acme" },
    "Added Brand Successfully",
  ],
  [
    ["lists", "rename", "brandModel", "Acme", "Acme Inc"],
    "lookups:update",
    { kind: "brandModel", selected: "Acme", value: "Acme Inc" },
    "Updated Brand Successfully",
  ],
  [
    ["lists", "remove", "osModel", "Bada"],
    "lookups:remove",
    { kind: "osModel", selected: "Bada" },
    "Deleted Operation System Successfully",
  ],
  [
    ["lists", "merge", "brandModel", "Acme", "Acme Inc"],
    "lookups:merge",
    { kind: "brandModel", selected: "Acme", into: "Acme Inc" },
    "'Acme' is now 'Acme Inc'; samples follow",
  ],
] as const;

const answer = (path: string) => ({ value: path === "users:update" ? { unsupervised: [] } : null });

const NO_MAIL = 'The outbox has no mail with the id "kh7": "sms mail list" shows the ids.';

describe("a change", () => {
  test.each(changes)("%j is made as the signed-in admin", async (words, path, args, said) => {
    const { env, calls } = await serverWith({ ...asAdmin, [path]: answer(path) });
    const { code, stdout, stderr } = await sms(words, env);
    expect([code, stdout, stderr]).toEqual([0, "", expect.stringContaining(said)]);
    expect(stderr).not.toContain("still report");
    expect(stderr).toContain(`Acted ${AS_ADMIN}.\n`);
    expect(calls.at(-1)).toEqual({ path, args });
  });

  test.each(changes)("%j is made with the admin key if one is set", async (words, path, args) => {
    const twin = `${path}FromTerminal`;
    const { env, calls } = await serverWith({ [twin]: answer(path) });
    const { code, stderr } = await sms(words, { ...env, SMS_ADMIN_KEY: "key" });
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("Acted with the admin key in SMS_ADMIN_KEY.\n"),
    ]);
    expect(calls).toEqual([{ path: twin, args }]);
  });

  test.each([
    ["LISTED_EMAIL_TAKEN", ["supervisors", "add", ANA], `${ANA} is already on the list.`],
    ["OPTION_TAKEN", ["lists", "add", "brandModel", "A"], 'The list already has "A".'],
    ["RECIPIENT_UNKNOWN", ["admins", "add", ANA], `${ANA} has no account.`],
    ["ADMIN_NOT_LISTED", ["admins", "remove", ANA], `The list has no entry "${ANA}".`],
    ["MAIL_MISSING", ["mail", "retry", "kh7"], NO_MAIL],
    ["DISABLED", ["admins", "remove", ANA], "as the server says it"],
  ])("a change that is refused as %s names what was typed", async (code, words, said) => {
    const reply = { refusal: { code, message: "as the server says it" } };
    const paths = ["supervisors:add", "lookups:add", "admins:add", "admins:remove", "mail:retry"];
    const { env } = await serverWith({
      ...asAdmin,
      ...Object.fromEntries(paths.map((path) => [path, reply])),
    });
    const ended = await sms(words, env);
    expect([ended.code, ended.stderr]).toEqual([1, `sms: ${said}\n`]);
  });

  test.each([
    [["supervisors", "remove", ANA], `The list has no entry "${ANA}".`],
    [
      ["lists", "rename", "osModel", "A", "B"],
      'The list has no entry "A", or the new one is empty.',
    ],
    [["lists", "merge", "osModel", "A", "B"], 'The list does not have both "A" and "B".'],
    [["lists", "merge", "osModel", "A", "A"], '"A" cannot be merged with itself.'],
  ])("%j of an entry that is not listed names the entry", async (words, said) => {
    const refusal = { code: "ENTRY_NOT_SELECTED", message: "Select Your Model" };
    const paths = ["supervisors:remove", "lookups:update", "lookups:merge"];
    const { env } = await serverWith({
      ...asAdmin,
      ...Object.fromEntries(paths.map((path) => [path, { refusal }])),
    });
    const { code, stderr } = await sms(words, env);
    expect([code, stderr]).toEqual([1, `sms: ${said}\n`]);
  });

  test.each([
    [["users", "disable", BEA]],
    [["users", "set-role", BEA, "user"]],
    [["settings", "set", BEA, "role=user"]],
  ])("%j of a supervisor names the people who lost theirs, and the remedy", async (words) => {
    const unsupervised = Array.from({ length: 22 }, (_, index) => `report${index}@lab.example`);
    const { env } = await serverWith({ ...asAdmin, "users:update": { value: { unsupervised } } });
    const { code, stderr } = await sms(words, env);
    expect(code).toBe(0);
    expect(stderr).toContain(`22 people still report to ${BEA}`);
    expect(stderr).toContain("  sms users set-supervisor report0@lab.example SUPERVISOR\n");
    expect(stderr.match(/set-supervisor/g)).toHaveLength(20);
    expect(stderr).toContain("and 2 more");
  });
});

describe("sms mail test", () => {
  const mail = { _id: "kh7", to: ANA, status: "queued", attempts: 1 };
  const sends = { ...asAdmin, "mail:sendTest": { value: "kh7" } };

  test("waits until the mail service has accepted the mail", async () => {
    let looks = 0;
    const { env } = await serverWith({
      ...sends,
      "mail:get": () => ({ value: { ...mail, status: ++looks < 2 ? "queued" : "sent" } }),
    });
    const { code, stderr } = await sms(["mail", "test", ANA], env);
    const said = `Acted ${AS_ADMIN}.\nThe mail service accepted the e-mail to ${ANA}.\n`;
    expect([code, stderr]).toEqual([0, said]);
  });

  test("fails with the mail service's error, although more attempts follow", async () => {
    const lastError = "mail.company.com:587: self-signed certificate";
    const { env } = await serverWith({ ...sends, "mail:get": { value: { ...mail, lastError } } });
    const { code, stderr } = await sms(["mail", "test", ANA], env);
    const words = `The mail to ${ANA} was not sent: ${lastError}`;
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });
});

test("sms mail preview reports an unknown mail", async () => {
  const { env } = await serverWith({ ...asAdmin, "mail:get": { value: null } });
  const { code, stderr } = await sms(["mail", "preview", "kh7"], env);
  expect([code, stderr]).toEqual([1, `sms: ${NO_MAIL}\n`]);
});

const MAIL = {
  _id: "m1",
  _creationTime: Date.UTC(2026, 10, 2, 9),
  to: ANA,
  message: { subject: "A\tcode", text: "Hello Ana,\n\nYour code: 123456\n", html: "" },
  status: "failed",
  attempts: 2,
  lastError: "HTTP 500\nno such box",
};
const withMail = {
  ...asAdmin,
  "mail:list": { value: { page: [MAIL], isDone: true, continueCursor: "" } },
};

test("sms mail list prints a line with tabs for each mail in a pipe", async () => {
  const { env } = await serverWith(withMail);
  expect((await sms(["mail", "list"], env)).stdout).toBe(
    `2026-11-02 09:00 UTC\tfailed\t2\t${ANA}\tA code\tHTTP 500 no such box\tm1` +
      "\tHello Ana, Your code: 123456\n",
  );
});

test("sms mail list prints each mail with its text on a terminal", async () => {
  const { env } = await serverWith(withMail);
  const terminal = openTerminal(`${SMS} mail list`, env);
  expect(await terminal.ended).toBe(0);
  expect(stripVTControlCharacters(terminal.written()).split("\r\n")).toEqual([
    `2026-11-02 09:00 UTC  failed after 2 attempts  to ${ANA}  m1`,
    "  A code",
    "  Hello Ana,",
    "  ",
    "  Your code: 123456",
    "  ",
    "  Last error: HTTP 500 no such box",
    "",
  ]);
});

describe("wrong usage", () => {
  test.each([
    [["settings", "set", ANA]],
    [["settings", "set", ANA, "samplmax"]],
    [["settings", "set", ANA, "uid=1"]],
    [["settings", "set", ANA, "role=king"]],
    [["lists", "show", "colours"]],
    [["lists", "merge", "brandModel", "Acme"]],
    [["users", "list", "--status", "gone"]],
    [["audit", "--since", "yesterday"]],
    [["audit", "--action", "Fired"]],
  ])("%j exits with 2 and sends no request", async (words) => {
    const { code, stdout } = await sms(words, freshEnvironment({ SMS_ADMIN_KEY: "key" }));
    expect([code, stdout]).toEqual([2, ""]);
  });
});

const person = {
  email: ANA,
  displayName: "Ana Lima",
  role: "user",
  supervisor: BEA,
  disabled: false,
  emailVerificationTime: 1,
  city: "Lisbon",
  country: "Portugal",
  phoneNumber: "+351 21 000 0000",
  userLocation: "Lisbon",
  _creationTime: Date.UTC(2026, 0, 2),
  samplmax: 10,
  trOwnerSamples: 12,
  inusesampl: 3,
  answersFor: 4,
  counts: { "In Use": 3, Registered: 1 },
};

describe("sms users", () => {
  test("list sends the filters and prints each person's samples next to their limits", async () => {
    const stray = { ...person, email: BEA, role: "admin" };
    const page = { value: { page: [person, stray], isDone: true, continueCursor: "" } };
    const { env, calls } = await serverWith({ "users:listWithCounts": page });
    const { stdout } = await sms(["users", "list", "--role", "user", "--search", "lima"], env);
    expect(calls.at(-1)?.args["query"]).toEqual({
      search: "lima",
      conditions: [{ kind: "select", field: "role", anyOf: ["user"] }],
      timeZone: "UTC",
    });
    // The last row of a filtered page may not match.
    expect(stdout).toBe(
      `${ANA}\tAna Lima\tuser\t${BEA}\tLisbon\tPortugal\t3/10\t4/12\tActive\t2026-01-02 00:00 UTC\n`,
    );
  });

  test("show prints for how many days a person has had too many samples in use", async () => {
    const over = { ...person, samplmax: 2, overMaximumSince: Date.now() - 3.5 * DAY_MS };
    const { env } = await serverWith({ ...asUser, "users:getByEmail": { value: over } });
    const { stdout } = await sms(["users", "show", ANA], env);
    expect(stdout).toContain("In use\t3 of 2\nDays over\t3\n");
    const { stdout: json } = await sms(["users", "show", ANA, "--json"], env);
    expect(JSON.parse(json)).toMatchObject({ inusesampl: 3, samplmaxtrig: 3 });
  });

  test("show prints a person, or that the caller may not see them", async () => {
    const { env } = await serverWith({ ...asUser, "users:getByEmail": { value: person } });
    const { stdout } = await sms(["users", "show", ANA], env);
    expect(stdout).toContain("In use\t3 of 10\n");
    const { stdout: json } = await sms(["users", "show", ANA, "--json"], env);
    expect(JSON.parse(json)).toMatchObject({ email: ANA, counts: { "In Use": 3 } });
    const nobody = await serverWith({ ...asUser, "users:getByEmail": { value: null } });
    const { code, stderr } = await sms(["users", "show", BEA], nobody.env);
    expect([code, stderr]).toEqual([1, `sms: ${BEA} is not a person you may see.\n`]);
  });
});

test("sms settings get prints each setting with its meaning", async () => {
  const { env } = await serverWith({ ...asUser, "users:getByEmail": { value: person } });
  const { stdout } = await sms(["settings", "get", ANA], env);
  expect(stdout).toContain("samplmax\t10\tSamples in use\n");
  const { stdout: json } = await sms(["settings", "get", ANA, "--json"], env);
  expect(JSON.parse(json)).toMatchObject({ role: "user", disabled: false, samplmax: 10 });
});

test("sms lists show counts uses eight entries at a time", async () => {
  const entries = Array.from({ length: 30 }, (_, index) => ({ value: `Brand ${index}` }));
  const { env, calls } = await serverWith({
    ...asUser,
    "lookups:list": { value: entries },
    "lookups:uses": ({ args }) => ({
      value: (args["values"] as string[]).map((value) => ({ value, count: 100, isMore: true })),
    }),
  });
  const { stdout } = await sms(["lists", "show", "brandModel", "--uses"], env);
  expect(stdout.split("\n")[29]).toBe("Brand 29\t100 or more");
  expect(calls.filter(({ path }) => path === "lookups:uses")).toHaveLength(4);
});

test("sms audit sends the filters and prints who changed whose data", async () => {
  const record = {
    at: Date.UTC(2026, 10, 2, 9),
    email: BEA,
    origin: "web",
    action: "Employee Updated",
    person: ANA,
    changes: [
      { field: "role", from: "user", to: "admin" },
      { field: "passPort", isPrivate: true },
    ],
    reason: "promoted",
  };
  const page = { value: { page: [record], isDone: true, continueCursor: "" } };
  const { env, calls } = await serverWith({ ...asAdmin, "audit:list": page });
  const words = ["--person", ANA, "--since", "2026-11-02", "--until", "2026-11-02"];
  const { stdout } = await sms(["audit", ...words], env);
  expect(stdout).toBe(
    `2026-11-02 09:00 UTC\t${BEA}\tEmployee Updated\t${ANA}\tRole: User → Admin, Passport: changed\tpromoted\n`,
  );
  expect(calls.at(-1)?.args["query"]).toEqual({
    search: "",
    timeZone: "UTC",
    conditions: [
      {
        kind: "dates",
        field: "at",
        from: Date.UTC(2026, 10, 2),
        before: Date.UTC(2026, 10, 3),
      },
      { kind: "select", field: "person", anyOf: [ANA] },
    ],
  });
});

test("sms audit refuses a date that does not exist", async () => {
  const { env } = await serverWith(asAdmin);
  const { code, stderr } = await sms(["audit", "--since", "2026-02-30"], env);
  expect(code).toBe(2);
  expect(stderr).toContain("Give a day as YYYY-MM-DD.");
});

test.each(["supervisors", "admins"])("sms %s list prints the listed people", async (list) => {
  const entry = { email: ANA, displayName: null, role: null, maySupervise: false };
  const { env } = await serverWith({ ...asAdmin, [`${list}:list`]: { value: [entry] } });
  expect((await sms([list, "list"], env)).stdout).toBe(`${ANA}\t\tno account\n`);
  expect(JSON.parse((await sms([list, "list", "--json"], env)).stdout)).toEqual(entry);
});

test("sms users invite prints the outcome for each address, and exits with 1 if one failed", async () => {
  const results = [
    { email: ANA, outcome: "invited" },
    { email: BEA, outcome: "person" },
  ];
  const { env, calls } = await serverWith({ ...asAdmin, "invitations:invite": { value: results } });
  const { code, stdout } = await sms(["users", "invite", `${ANA},${BEA}`, "--role", "user"], env);
  expect([code, stdout]).toEqual([1, `${ANA}\tInvited\n${BEA}\tAlready has an account\n`]);
  expect(calls.at(-1)?.args).toEqual({ emails: [ANA, BEA], role: "user" });
});
