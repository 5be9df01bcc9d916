import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { EmbeddedHome, type Session } from "../support/deployments/embeddedHome";
import { bundleWithTestFunctions } from "../support/deployments/home";
import { built, freshEnvironment, startSms } from "./support/sms";
import { openTerminal, SMS, type Terminal } from "./support/terminal";

/** `sms watch` on a pseudo-terminal and in a pipe, against the embedded deployment. */

const ANA = "ana@company.com";
const BRUNO = "bruno@company.com";
const CTRL_C = "\u0003";
const CURSOR_HIDDEN = "\u001b[?25l";
const CURSOR_SHOWN = "\u001b[?25h";

let dataDir: string;
let home: EmbeddedHome;
let ana: ConvexHttpClient;
let bruno: ConvexHttpClient;
let brunosSession: Session;
let samples: Id<"samples">[];
let screen: Terminal | undefined;

beforeAll(async () => {
  await built();
  dataDir = await mkdtemp(join(tmpdir(), "sms-watch-"));
  home = await EmbeddedHome.open({ dataDir, pushRequest: await bundleWithTestFunctions() });
  const people = [ANA, BRUNO].map((email) => ({ email, role: "user" }));
  const [anas, brunos] = await prepare<Session[]>("createPeople", { people });
  if (!anas || !brunos) throw new Error("Two people have two sessions");
  ana = await clientOf(anas);
  bruno = await clientOf(brunos);
  brunosSession = brunos;
  samples = await prepare("createSamples", { manager: ANA, first: 1, count: 2 });
});
afterAll(async () => {
  screen?.process.kill();
  await home?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function clientOf(session: Session): Promise<ConvexHttpClient> {
  const client = new ConvexHttpClient(home.url, { logger: false });
  client.setAuth(await home.tokenFor(session));
  return client;
}

async function prepare<Result>(name: string, args: Record<string, unknown>): Promise<Result> {
  const reference = makeFunctionReference<"mutation">(`testing:${name}`);
  return (await home.admin.mutation(reference, args)) as Result;
}

const transfer = (sampleId: Id<"samples">) =>
  ana.mutation(api.custody.transfer, { sampleId, recipient: BRUNO, transactionId: sampleId });

/** The environment of Bruno's terminal. */
async function brunosTerminal(): Promise<NodeJS.ProcessEnv> {
  const { sessionId } = brunosSession;
  const token = await prepare<string>("createRefreshToken", { sessionId });
  return freshEnvironment({ SMS_URL: home.url, SMS_TOKEN: token });
}

test("sms watch shows arrivals live, receives by a key, and leaves the terminal as it was", async () => {
  await transfer(samples[0]!);
  screen = openTerminal(
    `stty rows 24 cols 100; ${SMS} watch; echo "left with $?"; stty -a`,
    await brunosTerminal(),
  );
  await screen.shows(/● live[\s\S]*1 waits for you/);
  await transfer(samples[1]!);
  await screen.shows(/2 wait for you/);
  screen.press("r");
  await screen.shows(/Transfer Acknowledge of HQ\d+X done/);
  const stored = await Promise.all(
    samples.map((sampleId) => bruno.query(api.samples.get, { sampleId })),
  );
  expect(stored.map((sample) => sample?.status)).toEqual(["In Use", "In Transit"]);

  screen.press(CTRL_C);
  await screen.ended;
  const [drawn = "", after = ""] = screen.written().split("left with");
  expect(after).toMatch(/^ 0/);
  expect(drawn.lastIndexOf(CURSOR_SHOWN)).toBeGreaterThan(drawn.lastIndexOf(CURSOR_HIDDEN));
  expect(after).toMatch(/[^-]icanon[\s\S]*[^-]echo /); // lines are edited and echoed again
});

test("sms watch in a pipe reports more than 100 waiting samples", async () => {
  const many = await prepare<Id<"samples">[]>("createSamples", {
    manager: ANA,
    first: 100,
    count: 101,
  });
  await Promise.all(many.map(transfer));
  const child = startSms(["watch", "--json"], await brunosTerminal());
  onTestFinished(() => void child.kill());
  const told = new Set<string>();
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  lines.on("line", (line) => {
    const event = JSON.parse(line) as { event: string; sampleId: string };
    if (event.event === "waiting") told.add(event.sampleId);
  });
  await expect.poll(() => many.every((id) => told.has(id))).toBe(true);
});
