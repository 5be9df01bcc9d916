import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually";
import { serverWith } from "./support/serverWith";
import { built, ending, sms, startSms } from "./support/sms";

/** `sms login` through the browser; these tests act as the browser. */

beforeAll(built);

const APP = "https://sms.example";
const viewer = { email: "ana@lab.example", displayName: "Ana", role: "user" };

/**
 * A server with a company sign-in, and a terminal whose browser records the URL that it should
 * open.
 */
async function terminal() {
  const { env, calls } = await serverWith({
    "config:public": { value: { issuerLabel: "Sign in with Acme", baseUrl: APP } },
    "users:viewer": { value: viewer },
  });
  delete env["SMS_TOKEN"];
  const folder = mkdtempSync(join(tmpdir(), "sms-browser-"));
  const opened = join(folder, "opened");
  for (const name of ["xdg-open", "open"]) {
    writeFileSync(join(folder, name), `#!/bin/sh\nprintf %s "$1" > "${opened}"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return {
    env: { ...env, PATH: folder } as NodeJS.ProcessEnv,
    calls,
    page: () => eventually(() => new URL(readFileSync(opened, "utf8"))),
  };
}

const isSignIn = ({ path }: { path: string }) => path === "auth:signIn";

test("sms login opens the app, and signs in with the code that the app sends to this computer", async () => {
  const { env, calls, page } = await terminal();
  const login = ending(startSms(["login"], env));
  const { origin, pathname, searchParams } = await page();
  expect(origin + pathname).toBe(`${APP}/pages/terminal`);
  const given = Object.fromEntries(searchParams);
  const port = String(given["port"]);
  const visit = (query: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/?${new URLSearchParams(query).toString()}`, {
      redirect: "manual",
    });

  // Another page in the browser that guesses the port, but not the state
  expect((await visit({ code: "stolen", state: "guessed" })).status).toBe(404);
  const answer = await visit({ code: "the code", state: String(given["state"]) });
  expect(answer.headers.get("location")).toBe(`${APP}/pages/terminal?outcome=done`);

  expect(await login).toMatchObject({ code: 0, stdout: "" });
  const [signIn] = calls.filter(isSignIn);
  const { params } = (signIn?.args ?? {}) as { params: { code: string; verifier: string } };
  expect(params).toMatchObject({ flow: "terminal", code: "the code" });
  expect(createHash("sha256").update(params.verifier).digest("hex")).toBe(given["challenge"]);
  const stored = readFileSync(join(String(env["XDG_CONFIG_HOME"]), "sms", "login.json"), "utf8");
  expect(JSON.parse(stored)).toMatchObject({ email: viewer.email, refreshToken: "next" });
});

test("sms login --no-browser prints the page without a port, and fails without a terminal for the code", async () => {
  const { env } = await terminal();
  const { code, stderr } = await sms(["login", "--no-browser"], env);
  expect(stderr).toMatch(/https:\/\/sms\.example\/pages\/terminal\?challenge=[0-9a-f]{64}\n/);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/no terminal to ask on/)]);
});

test("sms login with an e-mail and a password opens no browser", async () => {
  const { env, calls } = await terminal();
  const login = ["login", "--email", viewer.email, "--password-stdin"];
  expect(await sms(login, env, "Secret-pass-1!")).toMatchObject({ code: 0 });
  const [signIn] = calls.filter(isSignIn);
  expect(signIn?.args).toMatchObject({ provider: "password", params: { flow: "signIn" } });
});
