import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { serverWith } from "./support/serverWith";
import { built, freshEnvironment, sms } from "./support/sms";

/** Where `sms` looks for the admin key, and its message if it finds none. */

beforeAll(built);

/** A local server that accepts a new list entry from the terminal. */
const server = () => serverWith({ "lookups:addFromTerminal": { value: null } });
const ADD = ["lists", "add", "brandModel", "Acme"];
const ANA = "ana@lab.example";
const asUser = { "users:viewer": { value: { role: "user" } } };
const fileIn = (env: NodeJS.ProcessEnv) => join(env["SMS_DATA_DIR"]!, "instance.json");

describe("the admin key", () => {
  test("is read from the data folder of a server on this computer", async () => {
    const { env, calls } = await server();
    delete env["SMS_TOKEN"];
    writeFileSync(fileIn(env), '{"adminKey":"key"}');
    expect((await sms(ADD, env)).code).toBe(0);
    expect(calls.map(({ path }) => path)).toEqual(["lookups:addFromTerminal"]);
  });

  test.each([
    ["missing", () => {}, (file: string) => `There is no ${file}.`],
    [
      "unreadable",
      (file: string) => mkdirSync(file),
      (file: string) => `${file} cannot be read: EISDIR: illegal operation on a directory, read.`,
    ],
    [
      "cut short",
      (file: string) => writeFileSync(file, '{"adminK'),
      (file: string) => `${file} holds no key: it is damaged, or not a server's.`,
    ],
    [
      "of another program",
      (file: string) => writeFileSync(file, "{}"),
      (file: string) => `${file} holds no key: it is damaged, or not a server's.`,
    ],
  ])("is not found if its file is %s, and the error says why", async (_what, make, said) => {
    const { env, calls } = await server();
    delete env["SMS_TOKEN"];
    make(fileIn(env));
    for (const words of [ADD, ["check"]]) {
      const { code, stderr } = await sms(words, env);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^sms: This needs .*\n$/)]);
      expect(stderr).toContain(said(fileIn(env)));
    }
    expect(calls).toEqual([]);
  });

  test("is not read for a server on another computer; the error names the variable to set", async () => {
    const env = freshEnvironment({ SMS_URL: "https://sms.invalid" });
    writeFileSync(fileIn(env), '{"adminKey":"key"}');
    const { code, stderr } = await sms(["check"], env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("run it there with SMS_URL=http://localhost:3210"),
    ]);
  });
});

describe("reading what administrators change", () => {
  const reads = [
    [["users", "show", ANA], ["users:getByEmail"]],
    [["settings", "get", ANA], ["users:getByEmail"]],
    [
      ["lists", "show", "brandModel", "--uses"],
      ["lookups:list", "lookups:uses"],
    ],
  ] as const;
  const replies = {
    "users:getByEmail": { value: { email: ANA, role: "user", counts: {} } },
    "lookups:list": { value: [{ value: "Acme" }] },
    "lookups:uses": { value: [{ value: "Acme", count: 1, isMore: false }] },
  };
  const twins = Object.fromEntries(
    Object.entries(replies).map(([path, reply]) => [`${path}FromTerminal`, reply]),
  );

  test.each(reads)("uses the admin key if one is set: %j", async (words, paths) => {
    const { env, calls } = await serverWith(twins);
    const { code } = await sms(words, { ...env, SMS_ADMIN_KEY: "key" });
    expect([code, calls.map(({ path }) => path)]).toEqual([
      0,
      paths.map((path) => `${path}FromTerminal`),
    ]);
  });

  test.each(reads)("uses the data folder's key, as changes do: %j", async (words, paths) => {
    const { env, calls } = await serverWith({ ...asUser, ...twins });
    writeFileSync(fileIn(env), '{"adminKey":"key"}');
    expect((await sms(words, env)).code).toBe(0);
    expect(calls.slice(-paths.length).map(({ path }) => path)).toEqual(
      paths.map((path) => `${path}FromTerminal`),
    );
  });

  test.each(reads)(
    "uses the signed-in person's session without a key: %j",
    async (words, paths) => {
      const { env, calls } = await serverWith({ ...asUser, ...replies });
      expect((await sms(words, env)).code).toBe(0);
      expect(calls.slice(-paths.length).map(({ path }) => path)).toEqual(paths);
    },
  );

  test.each(reads)("is refused without key and login, naming both remedies: %j", async (words) => {
    const { env, calls } = await serverWith({});
    delete env["SMS_TOKEN"];
    const { code, stderr } = await sms(words, env);
    expect([code, calls]).toEqual([1, []]);
    expect(stderr).toMatch(/^sms: Not signed in .* Run "sms login"\. Or set SMS_ADMIN_KEY .*\n$/);
  });
});
