import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PICK_LIST_ROUTES } from "#domain/samples/pickListRoutes";
import { EmbeddedHome } from "../support/deployments/embeddedHome";
import { bundleWithTestFunctions } from "../support/deployments/home";
import { built, freshEnvironment, sms } from "./support/sms";

/** The ten lookups as a lab's program calls them: with the token printed by the terminal. */

const EMAIL = "robot@company.com";
const PASSWORD = "Robot-pass-1!";

let dataDir: string;
let home: EmbeddedHome;
let token: string;

beforeAll(async () => {
  await built();
  dataDir = await mkdtemp(join(tmpdir(), "sms-lookups-"));
  home = await EmbeddedHome.open({ dataDir, pushRequest: await bundleWithTestFunctions() });
  const secret = await asAdmin("action", "passwords:hash", { password: PASSWORD });
  const nowhere = { passPort: "", country: "", city: "", phoneNumber: "", userLocation: "" };
  const person = { email: EMAIL, displayName: "Robot", ...nowhere };
  await asAdmin("mutation", "accounts:insertVerified", { person, secret });
  await asAdmin("mutation", "lookups:seed", {});
  token = await printedToken();
});
afterAll(async () => {
  await home?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function asAdmin(kind: "mutation" | "action", path: string, args: Record<string, unknown>) {
  return kind === "mutation"
    ? ((await home.admin.mutation(makeFunctionReference<"mutation">(path), args)) as unknown)
    : ((await home.admin.action(makeFunctionReference<"action">(path), args)) as unknown);
}

async function printedToken(): Promise<string> {
  const env = freshEnvironment({ SMS_URL: home.url });
  const login = ["login", "--email", EMAIL, "--password-stdin", "--print-token"];
  const { stdout, stderr } = await sms(login, env, PASSWORD);
  expect(stderr).toBe("");
  return stdout.trim();
}

const get = (path: string, bearer: string) =>
  fetch(`${home.url}/${path}`, { headers: { Authorization: `Bearer ${bearer}` } });

describe("the lookups", () => {
  test.each(Object.keys(PICK_LIST_ROUTES))("GET /%s takes the printed token", async (path) => {
    const response = await get(path, token);
    expect(response.status).toBe(200);
    const [first] = (await response.json()) as { label: string; value: string }[];
    expect(first?.label).toBe(first?.value.toLowerCase());
  });

  test("the lookups still take the printed token after commands have exchanged it", async () => {
    const env = freshEnvironment({ SMS_URL: home.url, SMS_TOKEN: token });
    for (let command = 0; command < 2; command++) {
      expect(await sms(["whoami"], env)).toMatchObject({ code: 0 });
    }
    expect((await get("brands", token)).status).toBe(200);
  });

  test("are read with the key of the data folder, without a login", async () => {
    const env = freshEnvironment({ SMS_URL: home.url, SMS_DATA_DIR: dataDir });
    const { code, stdout } = await sms(["lists", "show", "slotsModel", "--uses"], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining("Single\t0\n")]);
  });

  test.each([
    [
      "another session's half",
      (mine: string, other: string) => `${half(mine, 0)}|${half(other, 1)}`,
    ],
    ["one that was cut short", (mine: string) => mine.slice(0, -1)],
    ["text that is no token", () => "a|b"],
  ])("refuse %s", async (_what, make) => {
    expect((await get("brands", make(token, await printedToken()))).status).toBe(401);
  });

  test("refuse it once the session was signed out or its owner disabled", async () => {
    const ended = await printedToken();
    await sms(["logout"], freshEnvironment({ SMS_URL: home.url, SMS_TOKEN: ended }));
    expect((await get("brands", ended)).status).toBe(401);
    await asAdmin("mutation", "users:updateFromTerminal", {
      email: EMAIL,
      settings: { disabled: true },
    });
    expect((await get("brands", token)).status).toBe(401);
  });
});

const half = (refreshToken: string, index: number) => refreshToken.split("|")[index] ?? "";
