import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { OurServer, type Memory } from "./ours/start";
import { ourTarget } from "./ours/target";
import type { Seen, SubscriberOptions } from "./subscriber";
import { person, type Actor } from "./target";

interface Attack extends Pick<SubscriberOptions, "sockets" | "subscriptions" | "isRestless"> {
  readonly name: string;
  readonly isSignedIn: boolean;
}

/**
 * Callers that subscribe to far more than any page does. All sockets of a caller share an address.
 */
const ATTACKS: readonly Attack[] = [
  { name: "nobody", sockets: 0, subscriptions: 0, isRestless: false, isSignedIn: false },
  ...[20, 95].map((sockets) => ({
    name: `visitors, ${sockets} sockets`,
    sockets,
    subscriptions: 3_980,
    isRestless: false,
    isSignedIn: false,
  })),
  {
    name: "visitors within their limits",
    sockets: 60,
    subscriptions: 50,
    isRestless: true,
    isSignedIn: false,
  },
  {
    name: "one account, 20 sockets",
    sockets: 20,
    subscriptions: 3_980,
    isRestless: false,
    isSignedIn: true,
  },
  {
    name: "one account within its limits",
    sockets: 20,
    subscriptions: 100,
    isRestless: true,
    isSignedIn: true,
  },
];

/** Time for which the attackers stay after their last socket has opened. */
const ATTACK_SECONDS = 20;
const REST_SECONDS = 60;
const ATTACKERS_ADDRESS = "127.0.0.9";
/** People of the seeded folder: two who hand over, and one whose account attacks. */
const [GIVER, RECIPIENT, ATTACKER] = [0, 1, 7];

export interface AttackRow {
  readonly attack: string;
  readonly seen: Seen;
  /** Longest waits of others meanwhile, ms. */
  readonly longestMs: { version: number; handOver: number; liveUpdate: number };
  /** Longest CPU time for which the server's thread served one caller only. */
  readonly holdMs: number;
  readonly memory: { before: Memory; during: Memory; minuteLater: Memory };
}

/** Measures others' waits, and the memory retained, when callers subscribe to too much. */
export async function subscriptionAttacks(pushRequest: string): Promise<AttackRow[]> {
  const rows: AttackRow[] = [];
  for (const attack of ATTACKS) rows.push(await subscriptionAttack(pushRequest, attack));
  return rows;
}

async function subscriptionAttack(pushRequest: string, attack: Attack): Promise<AttackRow> {
  const server = await OurServer.start(10_000, pushRequest);
  const others = await Others.connect(server);
  await others.during(pause(3_000)); // so that the code is compiled
  const before = await server.memory();
  await server.longestHoldMs();
  const program = fileURLToPath(new URL("./subscriber.ts", import.meta.url));
  const { sockets, subscriptions, isRestless, isSignedIn } = attack;
  const options: SubscriberOptions = {
    url: server.url,
    localAddress: ATTACKERS_ADDRESS,
    sockets,
    subscriptions,
    isRestless,
    ...(isSignedIn && { token: server.tokenOf(person(ATTACKER)) }),
  };
  const attacker = fork(program, [JSON.stringify(options)], { execArgv: ["--import", "tsx"] });
  let seen: Seen = { answers: 0, refusals: 0, closed: 0 };
  attacker.on("message", (message: Seen) => (seen = message));
  const attacked = once(attacker, "message").then(() => pause(ATTACK_SECONDS * 1000));
  const longestMs = await others.during(attacked);
  const holdMs = await server.longestHoldMs();
  const during = await server.memory();
  const left = once(attacker, "exit");
  attacker.send("leave");
  await left;
  await pause(REST_SECONDS * 1000);
  const minuteLater = await server.memory();
  await others.close();
  await server.stop();
  return { attack: attack.name, seen, longestMs, holdMs, memory: { before, during, minuteLater } };
}

/** Waits for a sample to appear on a page. */
class Arrivals {
  #awaited: { sampleId: string; resolve: () => void } | null = null;

  of(sampleId: string): Promise<void> {
    return new Promise((resolve) => (this.#awaited = { sampleId, resolve }));
  }

  onPage(sampleIds: readonly string[]): void {
    if (this.#awaited && sampleIds.includes(this.#awaited.sampleId)) this.#awaited.resolve();
  }
}

/** Two people who hand samples over, and a visitor who requests the version. */
class Others {
  #round = 0;

  private constructor(
    readonly url: string,
    readonly samples: readonly string[],
    readonly arrivals: Arrivals,
    readonly giver: Actor,
    readonly recipient: Actor,
  ) {}

  static async connect({ url, tokenOf, seeded }: OurServer): Promise<Others> {
    const target = ourTarget(url, tokenOf);
    const arrivals = new Arrivals();
    const giver = await target.act(person(GIVER));
    const recipient = await target.act(person(RECIPIENT), (ids) => arrivals.onPage(ids));
    return new Others(url, seeded.samplesOf[GIVER] ?? [], arrivals, giver, recipient);
  }

  /** Returns the longest waits until `done` resolves. */
  async during(done: Promise<unknown>): Promise<AttackRow["longestMs"]> {
    const longest = { version: 0, handOver: 0, liveUpdate: 0 };
    let isDone = false;
    void done.then(() => (isDone = true));
    const agent = new Agent({ keepAlive: true });
    const visitor = async () => {
      while (!isDone) {
        const started = performance.now();
        const [response] = (await once(get(`${this.url}/version`, { agent }), "response")) as [
          NodeJS.ReadableStream,
        ];
        await once(response.resume(), "end");
        longest.version = Math.max(longest.version, performance.now() - started);
        await pause(2);
      }
    };
    const people = async () => {
      while (!isDone) {
        const { handOver, liveUpdate } = await this.#handOver();
        longest.handOver = Math.max(longest.handOver, handOver);
        longest.liveUpdate = Math.max(longest.liveUpdate, liveUpdate);
        await pause(50);
      }
    };
    await Promise.all([visitor(), people()]);
    agent.destroy();
    return longest;
  }

  /** Times one sample, from the call to its answer and to the recipient's list. */
  async #handOver(): Promise<{ handOver: number; liveUpdate: number }> {
    const sampleId = this.samples[this.#round++];
    if (sampleId === undefined) throw new Error("The giver holds no more samples");
    const seen = this.arrivals.of(sampleId);
    const started = performance.now();
    const answered = this.giver
      .transfer(sampleId, person(RECIPIENT))
      .then(() => performance.now() - started);
    await seen;
    const liveUpdate = performance.now() - started;
    const handOver = await answered;
    await this.recipient.acknowledge(sampleId);
    return { handOver, liveUpdate };
  }

  async close(): Promise<void> {
    await this.giver.close();
    await this.recipient.close();
  }
}
