import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { numberedSample } from "../../tests/support/functions/numberedSample";
import { person } from "../target";
import { BaselineConnection } from "./target";
import type { BaselineSample, BaselineUser } from "./store";

const SEED_BATCH = 1_000;

/**
 * Starts the hand-written server in a child process, with `size` samples of the same shape as ours.
 */
export async function startBaseline(size: number, writers: number, people: number) {
  const dataDir = await mkdtemp(join(tmpdir(), "sms-baseline-"));
  const program = fileURLToPath(new URL("./server.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const url = `ws://127.0.0.1:${line.split(" ")[1]}`;

  const samplesOf = Array.from({ length: writers }, (): string[] => []);
  const connection = await BaselineConnection.open(url);
  const users = Array.from({ length: people }, (_, index) => baselineUser(person(index)));
  await connection.request((requestId) => ({ op: "seed", users, samples: [], requestId }));
  for (let first = 0; first < size; first += SEED_BATCH) {
    const samples = Array.from({ length: Math.min(SEED_BATCH, size - first) }, (_, i) => {
      const holder = (first + i) % writers;
      const sample = baselineSample(first + i, person(holder));
      samplesOf[holder]?.push(sample.id);
      return sample;
    });
    await connection.request((requestId) => ({ op: "seed", users: [], samples, requestId }));
  }
  connection.close();

  return {
    url,
    samplesOf,
    stop: async () => {
      const gone = once(child, "exit");
      child.kill();
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const LISBON = {
  country: "Portugal",
  city: "Lisbon",
  userLocation: "Lisbon, Portugal",
  userLat: 38.7223,
  userLng: -9.1393,
};
const SUPERVISOR = "supervisor@company.com";

function baselineUser(email: string): BaselineUser {
  return { ...LISBON, email, displayName: email, supervisor: SUPERVISOR, isDisabled: false };
}

/**
 * Returns a sample with as many bytes as ours, so that both servers move the same amount of data.
 */
function baselineSample(number: number, manager: string): BaselineSample {
  return {
    ...numberedSample(number),
    ...LISBON,
    id: `sample-${number}`,
    status: "In Use",
    samplmanag: manager,
    samplmanagname: manager,
    supervisor: SUPERVISOR,
    inTransitTo: null,
    inTransitToSuper: null,
    listDate: Date.now() - number,
    registeredby: manager,
    registereddate: Date.now(),
    email: manager,
    duplicate: "none",
  };
}
