import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { storeLogin } from "../../cli/config";
import { serverWith } from "./serverWith";
import { built, sms } from "./sms";

/** Sessions: that of SMS_TOKEN, and that of the stored login. */

beforeAll(built);

const viewer = { email: "ana@lab.example", displayName: "Ana", role: "user" };

/** A server with a stored login for it, in a terminal where SMS_TOKEN is set, too. */
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

describe("sms logout", () => {
  test("forgets the stored login and ends its session", async () => {
    const { env, calls, isStored } = await serverWithBoth();
    delete env["SMS_TOKEN"];
    expect(await sms(["logout"], env)).toMatchObject({ code: 0, stderr: "Signed out.\n" });
    expect(calls.map(({ args }) => args["refreshToken"])).toEqual(["stored", undefined]);
    expect(isStored()).toBe(false);
  });

  test("ends the session of SMS_TOKEN and keeps the stored login, which is another", async () => {
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
