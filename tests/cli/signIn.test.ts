import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { storeLogin } from "../../cli/config";
import { serverWith } from "./support/serverWith";
import { built, sms } from "./support/sms";
import { openTerminal, SMS } from "./support/terminal";

/** Two sessions: the one of SMS_TOKEN, and the one of the stored login. */

beforeAll(built);

const viewer = { email: "ana@lab.example", displayName: "Ana", role: "user" };

/** A server with a stored login, in a terminal where SMS_TOKEN is set as well. */
async function serverWithBoth(replies: Parameters<typeof serverWith>[0] = {}) {
  const server = await serverWith({
    "users:viewer": { value: viewer },
    "auth:signOut": { value: null },
    ...replies,
  });
  const { env } = server;
  await storeLogin({ url: env["SMS_URL"]!, email: viewer.email, refreshToken: "stored" }, env);
  const loginFile = join(env["XDG_CONFIG_HOME"]!, "sms", "login.json");
  return { ...server, isStored: () => existsSync(loginFile) };
}

test("sms login reports that the login cannot be stored before it starts a session", async () => {
  const { env, calls } = await serverWith({});
  delete env["SMS_TOKEN"];
  writeFileSync(join(env["XDG_CONFIG_HOME"]!, "sms"), "a file in its place");
  const login = ["login", "--email", viewer.email, "--password-stdin"];
  const { code, stderr } = await sms(login, env, "Secret-pass-1!");
  expect([code, stderr, calls]).toEqual([
    2,
    expect.stringMatching(/^sms: \S+login\.json cannot be written: E\w+: .*\.\n$/),
    [],
  ]);
});

test.each([
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
])("sms login ends with 1 when %s is pressed at either question", async (_name, key) => {
  const { env } = await serverWith({
    "config:public": { value: { issuerLabel: null, baseUrl: "https://sms.example" } },
  });
  delete env["SMS_TOKEN"];
  for (const option of ["", `--email ${viewer.email}`]) {
    const words = `${SMS} login ${option}; echo "left with $?"`;
    const terminal = openTerminal(words, env);
    onTestFinished(() => void terminal.process.kill());
    await terminal.shows(/(E-mail|Password): /);
    terminal.press(key);
    await terminal.ended;
    expect(terminal.written()).toMatch(/sms: Stopped\.\s+left with 1\s*$/);
  }
});

describe("sms logout", () => {
  test("forgets the stored login and ends its session", async () => {
    const { env, calls, isStored } = await serverWithBoth();
    delete env["SMS_TOKEN"];
    expect(await sms(["logout"], env)).toMatchObject({ code: 0, stderr: "Signed out.\n" });
    expect(calls.map(({ args }) => args["refreshToken"])).toEqual(["stored", undefined]);
    expect(isStored()).toBe(false);
  });

  test("ends the session of SMS_TOKEN and keeps the stored login, which is another session", async () => {
    const { env, calls, isStored } = await serverWithBoth();
    expect(await sms(["logout"], env)).toMatchObject({
      code: 0,
      stderr:
        "The session of SMS_TOKEN has ended: unset SMS_TOKEN.\n" +
        `The stored login for ${env["SMS_URL"]} was kept.\n`,
    });
    expect(calls.map(({ path }) => path)).toEqual(["auth:signIn", "auth:signOut"]);
    expect(calls[0]?.args["refreshToken"]).toBe("refresh-token");
    expect(isStored()).toBe(true);
  });
});

describe("SMS_TOKEN", () => {
  test("is named when its session has ended, because a stored login would not help", async () => {
    const { env } = await serverWithBoth({ "auth:signIn": { value: { tokens: null } } });
    const { code, stderr } = await sms(["whoami"], env);
    expect([code, stderr]).toEqual([
      1,
      `sms: SMS_TOKEN is not a session of ${env["SMS_URL"]}, or the session has ended. ` +
        'Make a new one with "sms login --print-token", or unset SMS_TOKEN.\n',
    ]);
  });

  test.each([
    ["the server knows no person of it", ["whoami"]],
    ["it is no admin's", ["audit"]],
  ])("is named where %s", async (_what, words) => {
    const { env } = await serverWithBoth({ "users:viewer": { value: null } });
    const { code, stderr } = await sms(words, env);
    expect([code, stderr]).toEqual([1, expect.stringContaining("SMS_TOKEN is no")]);
    expect(stderr).not.toContain('"sms login"');
  });

  test("is refused when it is empty, and no stored login is used instead", async () => {
    const { env, calls } = await serverWithBoth();
    for (const SMS_TOKEN of ["", " \n"]) {
      const { code, stderr } = await sms(["whoami"], { ...env, SMS_TOKEN });
      expect([code, stderr]).toEqual([
        2,
        'sms: SMS_TOKEN is set but empty: "sms login --print-token" may have failed. ' +
          "Set it to a token, or unset it.\n",
      ]);
    }
    expect(calls).toEqual([]);
  });

  test.each(["", "ended"])(
    "%j lets a person sign in, with a note that SMS_TOKEN takes precedence",
    async (SMS_TOKEN) => {
      const { env } = await serverWithBoth();
      const login = ["login", "--email", viewer.email, "--password-stdin"];
      const { code, stderr } = await sms(login, { ...env, SMS_TOKEN }, "Secret-pass-1!");
      expect([code, stderr]).toEqual([
        0,
        `Signed in to ${env["SMS_URL"]} as ${viewer.email}.\n` +
          "SMS_TOKEN is set, and goes before this login: unset it.\n",
      ]);
    },
  );
});

describe("sms login of an account with a second factor", () => {
  const needed = { code: "SECOND_FACTOR_NEEDED", message: "Please enter the code." };
  /** A server that signs in anyone who gives the code 123456. */
  const protectedServer = () =>
    serverWith({
      "auth:signIn": ({ args }) => {
        const { secondCode } = args["params"] as { secondCode?: string };
        const tokens = { token: "", refreshToken: "r1" };
        return secondCode === "123456" ? { value: { tokens } } : { refusal: needed };
      },
    });
  const login = ["login", "--email", viewer.email, "--password-stdin"];

  test("sends the code of --code with the password", async () => {
    const { env, calls } = await protectedServer();
    delete env["SMS_TOKEN"];
    const { code, stderr } = await sms([...login, "--code", "123456"], env, "Secret-pass-1!");
    expect([code, stderr]).toEqual([0, expect.stringContaining(`as ${viewer.email}`)]);
    expect(calls.map(({ args }) => args["params"])).toEqual([
      {
        flow: "signIn",
        email: viewer.email,
        password: "Secret-pass-1!",
        client: "terminal",
        secondCode: "123456",
      },
    ]);
  });

  test("names --code where there is no terminal to ask on", async () => {
    const { env } = await protectedServer();
    delete env["SMS_TOKEN"];
    const { code, stderr } = await sms(login, env, "Secret-pass-1!");
    expect([code, stderr]).toEqual([2, "sms: There is no terminal to ask on: give --code.\n"]);
  });

  test("asks for the code on a terminal", async () => {
    const { env } = await protectedServer();
    delete env["SMS_TOKEN"];
    const words = `${SMS} login --email ${viewer.email}; echo "left with $?"`;
    const terminal = openTerminal(words, env);
    onTestFinished(() => void terminal.process.kill());
    await terminal.shows(/Password: /);
    terminal.press("Secret-pass-1!\r");
    await terminal.shows(/Code of your authenticator app, or a recovery code: /);
    terminal.press("123456\r");
    await terminal.ended;
    expect(terminal.written()).toMatch(/Signed in to \S+ as \S+\s+left with 0\s*$/);
  });
});
