/**
 * Measures sign-ins and hand-overs while attackers send wrong passwords, all at the same moment
 * (`npm run bench -- sign-ins`). The server trusts this process's X-Forwarded-For, which simulates
 * the networks.
 */

import { Agent, request } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { ConvexHttpClient } from "convex/browser";
import { internal } from "../convex/_generated/api";
import { percentile } from "./measure";
import { OurServer } from "./ours/start";
import { ourTarget } from "./ours/target";
import { person } from "./target";

const PASSWORD = "Correct-horse!1";
const ROUNDS = 3;

/**
 * Networks of the attackers' requests. Each request uses another e-mail address, so none is locked.
 */
const ATTACKS = {
  none: [],
  "300 networks of one IPv6 /48": Array.from(
    { length: 300 },
    (_, index) => `2001:db8:7:${index.toString(16)}::1`,
  ),
  "500 from one IPv4 address": Array<string>(500).fill("203.0.113.9"),
  "500 from 500 IPv4 networks": Array.from(
    { length: 500 },
    (_, index) => `100.${64 + (index >> 8)}.${index & 255}.1`,
  ),
} as const;
type SignInAttack = keyof typeof ATTACKS;

type SignInRow = {
  readonly attack: SignInAttack;
  /** Milliseconds of a sign-in from a browser known to the account, and from a new one. */
  readonly knownBrowserMs: number;
  readonly newBrowserMs: number;
  /** Attack requests answered before the known browser's; independent of the machine's speed. */
  readonly answeredBefore: number;
  /** Attack requests refused meanwhile, before their password was hashed. */
  readonly turnedAway: number;
  /** Milliseconds of a transfer meanwhile. */
  readonly handOverP50Ms: number;
  readonly handOverLongestMs: number;
};

/** Measures each attack `ROUNDS` times. @returns the largest figure of all rounds */
export async function signInsUnderAttack(pushRequest: string): Promise<SignInRow[]> {
  process.env["SMS_BEHIND_PROXY"] = "1"; // inherited by the server's process
  const rows: SignInRow[] = [];
  for (const attack of Object.keys(ATTACKS) as SignInAttack[]) {
    const rounds: SignInRow[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const server = await OurServer.start(1_000, pushRequest);
      const row = await underAttack(server, attack);
      process.stderr.write(`${JSON.stringify(row)}\n`);
      rounds.push(row);
      await server.stop();
    }
    const worst = (field: Exclude<keyof SignInRow, "attack">) =>
      Math.max(...rounds.map((row) => row[field]));
    rows.push({
      attack,
      knownBrowserMs: worst("knownBrowserMs"),
      newBrowserMs: worst("newBrowserMs"),
      answeredBefore: worst("answeredBefore"),
      turnedAway: worst("turnedAway"),
      handOverP50Ms: worst("handOverP50Ms"),
      handOverLongestMs: worst("handOverLongestMs"),
    });
  }
  return rows;
}

async function underAttack(server: OurServer, attack: SignInAttack): Promise<SignInRow> {
  const [regular, newcomer] = ["regular@company.com", "newcomer@company.com"];
  for (const email of [regular, newcomer]) await openAccount(server, email);
  const agent = new Agent({ keepAlive: false });
  const signIn = (ip: string, email: string, password: string, browser?: string) =>
    timed(async () => {
      const params = { flow: "signIn", email, password, ...(browser && { browser }) };
      return await call(server.url, agent, ip, { provider: "password", params });
    });
  const browser = "0123456789abcdef0123456789abcdef";
  await signIn("198.51.100.7", regular, PASSWORD, browser);

  const handOvers = watchHandOvers(server);
  let [answered, turnedAway] = [0, 0];
  for (const [number, ip] of ATTACKS[attack].entries()) {
    // The server stops before it has answered all of them.
    void signIn(ip, `nobody${number}@company.com`, "Wrong-horse!1").then(
      ({ answer }) => {
        answered += 1;
        if (answer.includes("PASSWORDS_BUSY")) turnedAway += 1;
      },
      () => undefined,
    );
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000)); // the attack is in progress
  let answeredBefore = 0;
  const [known, fresh] = await Promise.all([
    signIn("198.51.100.8", regular, PASSWORD, browser).finally(() => (answeredBefore = answered)),
    signIn("192.0.2.77", newcomer, PASSWORD),
  ]);
  const waits = await handOvers.stop();
  agent.destroy();
  return {
    attack,
    knownBrowserMs: known.answer.includes("refreshToken") ? known.ms : Infinity,
    newBrowserMs: fresh.answer.includes("refreshToken") ? fresh.ms : Infinity,
    answeredBefore,
    turnedAway,
    handOverP50Ms: percentile(waits, 0.5),
    handOverLongestMs: Math.max(...waits),
  };
}

async function openAccount(server: OurServer, email: string): Promise<void> {
  const http = new ConvexHttpClient(server.url, { logger: false });
  (http as unknown as { setAdminAuth(key: string): void }).setAdminAuth(server.adminKey);
  const run = http as unknown as {
    action(reference: unknown, args: object): Promise<string>;
    mutation(reference: unknown, args: object): Promise<boolean>;
  };
  const secret = await run.action(internal.passwords.hash, { password: PASSWORD });
  const profile = { displayName: "Rita Silva", passPort: "P1", country: "Brazil", city: "Recife" };
  const stated = { ...profile, phoneNumber: "+55 81 99999 9999", userLocation: "Recife, Brazil" };
  const inserted = await run.mutation(internal.accounts.insertVerified, {
    person: { email, ...stated },
    secret,
  });
  if (!inserted) throw new Error(`${email} has an account already`);
}

/** Hands samples over, one after the other. `stop` returns the duration of each transfer. */
function watchHandOvers(server: OurServer): { stop: () => Promise<number[]> } {
  let isOver = false;
  const done = (async () => {
    const waits: number[] = [];
    const actor = await ourTarget(server.url, server.tokenOf).act(person(0));
    for (const sampleId of server.seeded.samplesOf[0] ?? []) {
      if (isOver) break;
      const begun = performance.now();
      await actor.transfer(sampleId, person(1));
      waits.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await actor.close();
    return waits;
  })();
  return {
    stop: () => {
      isOver = true;
      return done;
    },
  };
}

async function timed(work: () => Promise<string>): Promise<{ ms: number; answer: string }> {
  const begun = performance.now();
  const answer = await work();
  return { ms: performance.now() - begun, answer };
}

/** Calls the action auth:signIn as a visitor from `ip`. @returns the response's text */
async function call(url: string, agent: Agent, ip: string, args: object): Promise<string> {
  const body = JSON.stringify({ path: "auth:signIn", args, format: "json" });
  const headers = { "Content-Type": "application/json", "X-Forwarded-For": ip };
  const sent = request(`${url}/api/action`, { method: "POST", agent, headers });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
  return await text(response);
}
