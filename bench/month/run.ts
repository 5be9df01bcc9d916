import { rm } from "node:fs/promises";
import { seededRandom } from "../../convex/model/demo/random";
import type { Deployment } from "../../engine/deployment";
import { dayOf } from "#domain/common/days";
import { DAY_MS } from "#domain/common/durations";
import { nextMorning, type Asked } from "../../tests/support/digestModel";
import { bundleWithTestFunctions } from "../../tests/support/deployments/home";
import { describeMachine } from "../machine";
import { person } from "../target";
import { call, openAt, SetClock } from "./clock";
import { KilledServer } from "./killed";
import { BusyLab, type Held } from "./lab";
import { isSupervisor, monthFolder, PEOPLE, SAMPLES } from "./seed";

const HOUR_MS = DAY_MS / 24;
/** Hourly chances: the process is killed; the server goes down for a while. */
const KILLED = 0.1;
const DOWN = 0.01;
const LONGEST_DOWN_HOURS = 60;
const ZONES = ["UTC", "America/Sao_Paulo", "Europe/Lisbon", "Asia/Kolkata", "Asia/Tokyo"];

/**
 * `npm run bench -- month`: 28 days of a company of 5,000 with 100,000 samples, hour by hour, in a
 * process that is killed with -9 while it works. Every reminder that is due must be in exactly one
 * mail, mails must contain nothing else, and no one may get two mails a day.
 *
 * @param days fewer than 28 for a quicker run
 * @returns the content of the result file
 * @throws Error when a person got too much or too little mail, or the server ended by itself; the
 *   data folder is kept then
 */
export async function benchMonth(days: number, seed: number) {
  const machine = describeMachine();
  console.log(`${machine}\n`);
  const started = performance.now();
  const pushRequest = await bundleWithTestFunctions();
  const { dataDir } = await monthFolder(pushRequest);
  const start = (dayOf(Date.now()) + 1) * DAY_MS;
  const end = start + days * DAY_MS;
  const people = Array.from({ length: PEOPLE }, (_, index) => asked(index));
  try {
    const samples = await prepare(dataDir, pushRequest, people, start);
    const luck = seededRandom(seed);
    const lab = new BusyLab(people, samples, luck, start);
    const { kills, digests, hoursDown } = await live(dataDir, pushRequest, lab, luck, [start, end]);
    const told = await compare(dataDir, pushRequest, lab, end);
    const minutes = Math.round((performance.now() - started) / 60_000);
    const result = {
      people: PEOPLE,
      samples: SAMPLES,
      days,
      seed,
      kills,
      hoursDown,
      steps: lab.taken,
      digestRuns: digests,
      ...told,
      minutes,
    };
    console.table(result);
    await rm(dataDir, { recursive: true, force: true });
    return { machine, month: result };
  } catch (cause) {
    throw new Error(`The month failed; its folder is ${dataDir}`, { cause });
  }
}

function asked(index: number): Asked {
  const zone = ZONES[index % ZONES.length] ?? "UTC";
  return { email: person(index), zone, days: (index * 7) % 5, every: (index * 3) % 4 };
}

/** Sets everyone's thresholds. Returns the samples that each person holds. */
async function prepare(
  dataDir: string,
  pushRequest: string,
  people: readonly Asked[],
  start: number,
): Promise<Held[]> {
  const deployment = await openAt(dataDir, pushRequest, new SetClock(start));
  const held: Held[] = [];
  const together = 50;
  for (let first = 0; first < people.length; first += together) {
    const some = people.slice(first, first + together);
    const begun = some.map((each) => ({ ...each, nextAt: nextMorning(each.zone, start) }));
    await call(deployment, "mutation", "testing:beginMonth", { start, people: begun });
    for (const { email } of some) {
      const found = await call<Omit<Held, "holder">[]>(deployment, "query", "testing:heldBy", {
        email,
      });
      held.push(...found.map((sample) => ({ ...sample, holder: email })));
    }
  }
  await deployment.close();
  return held;
}

async function live(
  dataDir: string,
  pushRequest: string,
  lab: BusyLab,
  luck: () => number,
  [start, end]: readonly [number, number],
) {
  const server = new KilledServer(dataDir, pushRequest);
  let [digests, hoursDown, upAgainAt] = [0, 0, 0];
  for (let now = start + HOUR_MS; now < end; now += HOUR_MS) {
    if (now % DAY_MS === 0) console.log(`day ${(now - start) / DAY_MS}: ${server.kills} kills`);
    if (luck() < DOWN) upAgainAt = now + luck() * LONGEST_DOWN_HOURS * HOUR_MS;
    if (now < upAgainAt) {
      hoursDown++;
      continue;
    }
    await server.run(lab.next(now), luck() < KILLED ? luck() : null);
    digests += lab.model.ran(now);
  }
  await server.kill();
  return { kills: server.kills, digests, hoursDown };
}

type Mail = { readonly to: string; readonly at: number; readonly serials: readonly string[] };

async function compare(dataDir: string, pushRequest: string, lab: BusyLab, end: number) {
  const deployment = await openAt(dataDir, pushRequest, new SetClock(end));
  try {
    return await compareIn(deployment, lab, end);
  } finally {
    await deployment.close();
  }
}

/** Compares the mails with the model. @throws Error naming the first differences */
async function compareIn(deployment: Deployment, lab: BusyLab, end: number) {
  const mails = (await readAll<Mail>(deployment, "testing:mailsOfMonth")).filter(
    ({ at }) => at < end,
  );
  const told = mails.flatMap(({ to, at, serials }) => serials.map((each) => `${to} ${at} ${each}`));
  const reminders = lab.model.remindersInMails();
  requireSame("reminders in mails", told, reminders);
  const escalated = await readAll<string>(deployment, "testing:escalationsOfMonth");
  const escalations = lab.model.escalations();
  requireSame("requests told to supervisors", escalated, escalations);
  const needless = mails.filter(
    ({ to, serials }) => serials.length === 0 && !isSupervisor(Number(/\d+/.exec(to)?.[0])),
  );
  requireSame(
    "mails without a reason",
    needless.map(({ to, at }) => `${to} ${at}`),
    [],
  );
  const zones = new Map(
    Array.from({ length: PEOPLE }, (_, index) => [person(index), asked(index).zone]),
  );
  const days = mails.map(({ to, at }) => `${to} ${localDay(at, zones.get(to) ?? "UTC")}`);
  requireSame("mails of one person and day", days, [...new Set(days)]);
  return { mails: mails.length, reminders: told.length, escalations: escalated.length };
}

const localDay = (at: number, timeZone: string) =>
  new Date(at).toLocaleDateString("sv-SE", { timeZone });

const PAGE = 500;

async function readAll<Row>(deployment: Deployment, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (;;) {
    type Page = { page: Row[]; isDone: boolean; continueCursor: string };
    const paginationOpts = { cursor, numItems: PAGE };
    const found: Page = await call(deployment, "query", path, { paginationOpts });
    for (const row of found.page) rows.push(row);
    if (found.isDone) return rows;
    cursor = found.continueCursor;
  }
}

/** @throws Error unless both lists contain the same texts equally often */
function requireSame(what: string, found: readonly string[], expected: readonly string[]): void {
  const left = new Map<string, number>();
  for (const each of expected) left.set(each, (left.get(each) ?? 0) + 1);
  for (const each of found) left.set(each, (left.get(each) ?? 0) - 1);
  const wrong = [...left].filter(([, count]) => count !== 0);
  if (wrong.length === 0) return;
  const some = wrong
    .slice(0, 10)
    .map(([each, count]) => `${count > 0 ? "missing" : "extra"} ${each}`);
  throw new Error(`${wrong.length} differences in ${what}:\n${some.join("\n")}`);
}
