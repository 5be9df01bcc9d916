import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { DEMO_PEOPLE } from "../../convex/model/demo/people";
import { API_ROOT } from "#domain/api/routes";
import { ENGINE_HEALTH_PATH, engineHealthSchema } from "#domain/operations/engineHealth";
import { fileWith } from "../cli/support/files";
import { built, freshEnvironment, sms } from "../cli/support/sms";
import { demoTokens } from "../support/demoClient";
import { DEMO_PASSWORD, RunningProduct } from "../support/deployments/deployment";
import { eventually } from "../support/eventually";
import { MailServer } from "../support/mailServer";
import { Receiver } from "../support/receiver";
import { entraUser } from "../support/scim/bodies";
import { namesIn, seriesOf } from "./metricNames";

const HELENA = "helena.duarte@lab.example";
const ANA = "ana.lima@lab.example";
const BRUNO = "bruno.costa@lab.example";

let product: RunningProduct;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  await built();
  product = await RunningProduct.start({ environment: { SMS_LOG: "info" } });
  env = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
}, 180_000);
afterAll(() => product.stop());

const send = (path: string, init: RequestInit = {}) => fetch(product.url + path, init);
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** Calls functions as a person; `token` is what they sign in with. */
async function signedIn(email: string) {
  const tokens = await demoTokens(product.url, email, "browser");
  const client = new ConvexHttpClient(product.url, { logger: false });
  client.setAuth(tokens.token);
  return { client, ...tokens };
}

test("GET /api/engine/health answers admins of the app, and nobody else", async () => {
  const [admin, person] = [await signedIn(HELENA), await signedIn(ANA)];
  const answer = await send(ENGINE_HEALTH_PATH, { headers: bearer(admin.token) });
  expect(engineHealthSchema.safeParse(await answer.json()).error).toBeUndefined();
  for (const headers of [bearer(person.token), {}]) {
    expect((await send(ENGINE_HEALTH_PATH, { headers })).status).toBe(403);
  }
});

describe("the Grafana dashboard", () => {
  const FILE = new URL("../../release/deploy/grafana-dashboard.json", import.meta.url);

  test("asks only for figures and labels that the server has", async () => {
    const admin = await signedIn(HELENA);
    await expect(admin.client.mutation(api.profile.save, { passPort: "" })).rejects.toThrow();
    const series = seriesOf(await (await send("/metrics")).text());
    const { panels } = JSON.parse(readFileSync(FILE, "utf8")) as {
      panels: { title: string; targets?: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(20);
    for (const expression of expressions) {
      const { metrics, labels } = namesIn(expression);
      expect([expression, metrics.length > 0]).toEqual([expression, true]);
      for (const metric of metrics) {
        expect([...series.keys()]).toContain(metric);
        const known = series.get(metric) ?? [];
        const unknown = labels.filter((label) => !known.includes(label));
        expect([expression, metric, unknown]).toEqual([expression, metric, []]);
      }
    }
  });

  test.each([
    [
      'sum by (le, function) (rate(a_bucket{type=~"x"}[5m]))',
      ["a_bucket"],
      ["type", "le", "function"],
    ],
    ['time() - (b{instance=~"$instance"} > 0)', ["b"], []],
  ])("the names of %s are read", (expression, metrics, labels) => {
    expect(namesIn(expression)).toEqual({ metrics, labels });
  });
});

test("the log names no person, device, token or password, whatever happens", async () => {
  const secrets = new Set<string>([DEMO_PASSWORD, "Wrong-pass-9!", "stranger@lab.example"]);
  const keep = (...texts: (string | undefined)[]) =>
    texts.forEach((text) => text !== undefined && text !== "" && secrets.add(text));
  for (const { name, displayName, phoneNumber } of DEMO_PEOPLE) {
    keep(`${name}@lab.example`, name, displayName, phoneNumber, phoneNumber.replace(/\D/g, ""));
  }
  const [admin, ana] = [await signedIn(HELENA), await signedIn(ANA)];
  for (const { token, refreshToken } of [admin, ana]) {
    const subject = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
      sub: string;
    };
    keep(token, refreshToken, subject.sub.split("|")[1]);
  }
  const refused = (call: Promise<unknown>) => expect(call).rejects.toThrow();
  const asking = new ConvexHttpClient(product.url, { logger: false });
  const signIn = (email: string, password: string) =>
    asking.action(api.auth.signIn, {
      provider: "password",
      params: { flow: "signIn", email, password },
    });
  await refused(signIn(ANA, "Wrong-pass-9!"));
  await refused(signIn("stranger@lab.example", "Wrong-pass-9!"));

  // Profile, custody and its refusals, with mail that the mail server refuses by name.
  const mailServer = await MailServer.start();
  mailServer.refusedRecipient = { code: 550, text: `5.1.1 no mailbox for Bruno Costa ${BRUNO}` };
  const { adminKey } = JSON.parse(readFileSync(join(product.dataDir, "instance.json"), "utf8")) as {
    adminKey: string;
  };
  keep(adminKey);
  const service = { name: "SMS_SMTP_URL", value: `smtp://127.0.0.1:${mailServer.port}` };
  const adminHeaders = { Authorization: `Convex ${adminKey}` };
  await post("/api/update_environment_variables", { changes: [service] }, adminHeaders);
  keep("AB-PASS-77123");
  await ana.client.mutation(api.profile.save, { passPort: "AB-PASS-77123" });
  await refused(ana.client.mutation(api.profile.save, { phoneNumber: `call ${ANA}`.repeat(99) }));
  const page = { numItems: 200, cursor: null };
  const list = { list: "transfer", scope: "mine", status: "In Use", paginationOpts: page } as const;
  const { page: samples } = await ana.client.query(api.samples.list, list);
  for (const { serialNumber, imei1, imei2 } of samples) keep(serialNumber, imei1, imei2);
  const [held] = samples;
  if (held === undefined) throw new Error("Ana holds no sample");
  const receiver = await Receiver.start();
  receiver.status = 500;
  keep("hook-secret-path");
  const hook = { url: `${receiver.url}/hook-secret-path`, events: ["Transfer" as const] };
  keep(await admin.client.action(api.webhooks.add, hook));
  const step = { sampleId: held._id, recipient: BRUNO };
  await ana.client.mutation(api.custody.transfer, { ...step, transactionId: "log-1" });
  await refused(ana.client.mutation(api.custody.transfer, { ...step, transactionId: "log-2" }));
  await admin.client.action(api.invitations.invite, { emails: ["kai.meyer@lab.example"] });
  keep("kai.meyer");

  // Arguments, paths and bodies that are personal data in the wrong place.
  const call = (path: string, args: object) => post("/api/query", { path, args: [args] });
  await call("users:getByEmail", { [ANA]: HELENA, email: 7 });
  await call(`users:${ANA}`, {});
  await call(ANA, {});
  await refused(ana.client.query(makeFunctionReference<"query">("users:list"), { who: BRUNO }));
  await post("/api/query", `{"path":"users:viewer","args":${ANA}`);
  await post("/api/auth/sign-in", `{"email":"${ANA}"`);
  await send(`/pages/person/${ANA}`);
  await send(`/unsubscribe/${ana.refreshToken}`);
  await send(`/api/storage/${ANA}`);

  // An import with faults, the HTTP API, and a directory.
  keep("IMPORT-SN-991", "356938035643809");
  const rows = "serialNumber,brand,model,imei1\nIMPORT-SN-991,Acme,,356938035643809\n";
  await sms(["import", fileWith("devices.csv", rows)], { ...env, SMS_TOKEN: ana.refreshToken });
  const scopes: ("samples" | "history")[] = ["samples", "history"];
  const token = await ana.client.action(api.tokens.create, { name: "log", scopes, days: 1 });
  keep(token);
  const imei = samples.find(({ imei1 }) => imei1)?.imei1 ?? "";
  for (const path of [`/samples?search=${imei}`, `/samples/${imei}`, `/history?by=${ANA}`, "/x"]) {
    await send(API_ROOT + path, { headers: bearer(token) });
    await send(API_ROOT + path, { headers: bearer(`${token}x`) });
  }
  await post(`${API_ROOT}/samples/${imei}/steps`, `{"recipient":"${BRUNO}"`, bearer(token));
  const scim = await admin.client.action(api.scim.createToken, { name: "directory" });
  keep(scim, "lena.sommer", "+55 11 91234 5678", "Paulista");
  const type = { ...bearer(scim), "Content-Type": "application/scim+json" };
  await post("/scim/v2/Users", entraUser("lena.sommer@lab.example"), type);
  await post("/scim/v2/Users", `{"userName":"${ANA}"`, type);
  await send(`/scim/v2/Users?filter=userName eq "${ANA}"`, { headers: bearer(scim) });

  await eventually(async () => {
    const failed = { status: "failed" as const, paginationOpts: { numItems: 9, cursor: null } };
    const { page: mails } = await admin.client.query(api.mail.list, failed);
    expect(mails).not.toEqual([]);
    expect(receiver.arrived).not.toEqual([]);
  });
  await Promise.all([mailServer.close(), receiver.close()]);
  await product.kill("SIGTERM"); // the log is complete
  const { log } = product;
  expect(log.length).toBeGreaterThan(50);
  const found = [...secrets].flatMap((secret) =>
    log.filter((line) => line.includes(secret)).map((line) => `${secret}: ${line}`),
  );
  expect(found).toEqual([]);
});
