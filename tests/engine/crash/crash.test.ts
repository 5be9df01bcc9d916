import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { freePort } from "../../support/freePort";
import { mutation, query } from "../clients/testServer";
import { builtProgram } from "../support/builtProgram";
import { temporaryFolder, testAppBundle } from "../support/testDeployment";
import { ServerProcess } from "./serverProcess";

const CYCLES = 20;
const WRITERS = 6;
const ACCOUNTS = ["account a", "account b", "account c", "account d"];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type State = { entries: string[]; balances: Record<string, number> };

/** The clients' model of the state, which no crash of the server affects. */
class Ledger {
  readonly issued = new Set<string>();
  readonly acknowledged = new Set<string>();
  #waiting: (() => void)[] = [];

  acknowledge(entry: string): void {
    this.acknowledged.add(entry);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  nextAcknowledgement(): Promise<void> {
    return new Promise((wake) => this.#waiting.push(wake));
  }

  /**
   * Checks that no acknowledged mutation is lost, repeated or applied in part, and that each one
   * was sent. Takes the acknowledgements before it reads: clients continue, so a response that
   * arrives during the read may be newer than the state that was read.
   */
  async check(read: () => Promise<State>): Promise<State> {
    const acknowledged = [...this.acknowledged];
    const state = await read();
    const { entries, balances } = state;
    const stored = new Set(entries);
    expect(stored.size, "an entry is stored twice").toBe(entries.length);
    const lost = acknowledged.filter((entry) => !stored.has(entry));
    expect(lost, "acknowledged and lost").toEqual([]);
    expect(entries.filter((entry) => !this.issued.has(entry))).toEqual([]);
    const expected: Record<string, number> = {};
    for (const entry of entries) {
      const [, from = "", to = "", amount = ""] = entry.split("|");
      expected[from] = (expected[from] ?? 0) - Number(amount);
      expected[to] = (expected[to] ?? 0) + Number(amount);
    }
    expect(balances, "half-applied").toEqual(expected);
    return state;
  }
}

let server: ServerProcess;
let folder: { path: string; remove(): Promise<void> };
beforeAll(async () => {
  folder = await temporaryFolder();
  const [program, bundle, port] = await Promise.all([
    builtProgram("tests/engine/crash/server.ts"),
    testAppBundle(),
    freePort(),
  ]);
  server = new ServerProcess(program, folder.path, bundle, port);
});
afterAll(async () => {
  await server.end("SIGKILL");
  await folder.remove();
});

const readState = () =>
  new ConvexHttpClient(`http://127.0.0.1:${server.port}`).query(
    query("ledger:state"),
  ) as Promise<State>;

/** One official client that transfers money until stopped, several transfers at a time. */
async function write(client: ConvexClient, writer: number, ledger: Ledger, until: AbortSignal) {
  for (let round = 0; !until.aborted; round += 1) {
    const batch = Array.from({ length: 3 }, async (_, position) => {
      const from = ACCOUNTS[(round + position) % ACCOUNTS.length] ?? "";
      const to = ACCOUNTS[(round + writer + 1) % ACCOUNTS.length] ?? "";
      if (from === to) return;
      const transfer = { key: `${writer}.${round}.${position}`, from, to, amount: round + 1 };
      const entry = Object.values(transfer).join("|");
      ledger.issued.add(entry);
      await client.mutation(mutation("ledger:transfer"), transfer);
      ledger.acknowledge(entry);
    });
    await Promise.all(batch);
    if (batch.length === 0) await pause(1);
  }
}

describe("kill -9", () => {
  test(`${CYCLES} kill -9 under concurrent writers neither lose, repeat nor split a mutation`, async () => {
    const ledger = new Ledger();
    const stop = new AbortController();
    await server.start();
    const clients = Array.from(
      { length: WRITERS },
      () =>
        new ConvexClient(`http://127.0.0.1:${server.port}`, {
          webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
          logger: false,
          unsavedChangesWarning: false,
        }),
    );
    const writers = clients.map((client, writer) => write(client, writer, ledger, stop.signal));
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      await ledger.nextAcknowledgement();
      await pause(Math.random() * 150); // at a random point within a hundred commits
      await server.end("SIGKILL");
      if (cycle % 10 === 9) {
        server.spawn(); // and again while it starts
        await pause(Math.random() * 300);
        await server.end("SIGKILL");
      }
      await server.start();
      await ledger.check(readState);
    }
    stop.abort();
    await Promise.all(writers);
    const state = await ledger.check(readState);
    // Every client got all its answers in the end, so everything issued is there exactly once.
    expect(new Set(state.entries)).toEqual(ledger.issued);
    // Each cycle waits for an acknowledgement, so none was idle.
    expect(ledger.issued.size).toBeGreaterThanOrEqual(CYCLES);
    for (const client of clients) await client.close();
  });
});

describe("SIGTERM", () => {
  test("SIGTERM ends the process, and the next one takes the folder immediately", async () => {
    expect(await server.end("SIGTERM")).toBe(0);
    await server.start();
    expect((await readState()).entries.length).toBeGreaterThan(0);
  });
});
