import { DAY_MS } from "#domain/common/durations";
import type { Status } from "#domain/custody/statuses";
import { isRequest, WORKFLOW, type Step } from "#domain/custody/workflow";
import { DEMO_PEOPLE } from "./people";
import { pick, seededRandom } from "./random";

/** One hand-over step of a demo sample; people are named by the local part of their address. */
type JourneyStep = {
  readonly step: Step;
  readonly actor: string;
  /** The recipient or approver, for steps that name one. */
  readonly chosen?: string;
  /** For declines and cancellations. */
  readonly reason?: string;
  /** Epoch ms. */
  readonly at: number;
};

type Journey = {
  readonly registrant: string;
  readonly registeredAt: number;
  readonly steps: readonly JourneyStep[];
};

/** Final statuses of every 20 demo samples. */
const FINAL_STATUSES: readonly [Status, ...Status[]] = [
  ...repeat("Registered", 3),
  ...repeat("In Transit", 3),
  ...repeat("In Use", 7),
  ...repeat("In Return", 2),
  ...repeat("Returned", 2),
  ...repeat("Request Lost", 2),
  "Lost",
];

function repeat(status: Status, times: number): [Status, ...Status[]] {
  return [status, ...Array.from({ length: times - 1 }, () => status)];
}

const USERS = namesOf("user");
const APPROVERS = [...namesOf("supervisor"), ...namesOf("admin")] as [string, ...string[]];

function namesOf(role: string): [string, ...string[]] {
  const [first, ...others] = DEMO_PEOPLE.filter((person) => person.role === role);
  if (first === undefined) throw new Error(`The demo has no ${role}`);
  return [first.name, ...others.map(({ name }) => name)];
}

type Move = Omit<JourneyStep, "at">;

/** A registration (`step` undefined) or a hand-over step of the demo's sample number `index`. */
type DemoEvent = {
  readonly index: number;
  /** 0 for the registration, then 1, 2 … */
  readonly place: number;
  readonly at: number;
  readonly registrant: string;
  readonly step?: JourneyStep;
};

/**
 * All events of the first `samples` samples until `now` in chronological order, so that the daily
 * figures look as if the lab had worked all along. The order does not depend on the clock, so an
 * interrupted seed can continue.
 */
export function demoEvents(samples: number, now: number): DemoEvent[] {
  const events = Array.from({ length: samples }, (_, index) => {
    const { registrant, registeredAt, steps } = demoJourney(index, 0);
    const registration: DemoEvent = { index, place: 0, at: registeredAt, registrant };
    return [
      registration,
      ...steps.map((step, at) => ({ index, place: at + 1, at: step.at, registrant, step })),
    ];
  });
  return events
    .flat()
    .sort((one, other) => one.at - other.at || one.index - other.index || one.place - other.place)
    .map((event) => ({ ...event, at: now + event.at }));
}

/**
 * The hand-overs of the demo's sample number `index` until `now`; deterministic except for `now`.
 */
function demoJourney(index: number, now: number): Journey {
  const random = seededRandom(1_000 + index);
  const end = FINAL_STATUSES[index % FINAL_STATUSES.length] ?? "In Use";
  const registrant = pick(random, USERS);
  const moves = movesToStatus(end, registrant, random, seededRandom(2_000 + index));
  // A pending request is a few hours to nine days old, so some are overdue (three days by default).
  const lastAt = now - (0.05 + random() ** 2 * (isPending(end) ? 9 : 120)) * DAY_MS;
  const pauseMs = (2 + random() * 40) * DAY_MS;
  const delays = seededRandom(3_000 + index);
  // Each person asked answers within hours or a few days.
  const pauses = moves.map(({ step }) =>
    isRequest(step) ? pauseMs : (0.1 + delays() ** 2 * 5) * DAY_MS,
  );
  const registeredAt = lastAt - pauses.reduce((total, pause) => total + pause, 0);
  let at = registeredAt;
  const steps = moves.map((move, place) => {
    at += pauses[place] ?? 0;
    return { ...move, at: Math.round(at) };
  });
  return { registrant, registeredAt: Math.round(registeredAt), steps };
}

function isPending(status: Status): boolean {
  return Object.values(WORKFLOW).some((rule) => "assigneeField" in rule && rule.to === status);
}

const DECLINED_FOR = [
  "I am travelling until Monday",
  "Wrong model: I asked for the EVT2 unit",
  "The box arrived empty",
] as const;

/**
 * The moves that lead a sample to the status `end`.
 *
 * @param luck random numbers that decide which transfers fail at first
 */
function movesToStatus(
  end: Status,
  registrant: string,
  random: () => number,
  luck: () => number,
): Move[] {
  const moves: Move[] = [];
  let holder = registrant;
  const addFailedTransfer = () => {
    const chosen = pick(luck, otherThan(holder));
    moves.push({ step: "transfer", actor: holder, chosen });
    const isDeclined = luck() < 0.7;
    moves.push(
      isDeclined
        ? { step: "declineTransfer", actor: chosen, reason: pick(luck, DECLINED_FOR) }
        : { step: "cancelTransfer", actor: holder },
    );
  };
  const addTransfer = () => {
    if (luck() < 0.15) addFailedTransfer();
    const chosen = pick(random, otherThan(holder));
    moves.push({ step: "transfer", actor: holder, chosen });
    moves.push({ step: "acknowledgeTransfer", actor: chosen });
    holder = chosen;
  };
  const hops = end === "Registered" ? 0 : Math.floor(random() * 3) + (end === "In Use" ? 1 : 0);
  for (let hop = 0; hop < hops; hop++) addTransfer();
  const approver = pick(random, APPROVERS);
  switch (end) {
    case "Registered":
    case "In Use":
      break;
    case "In Transit":
      moves.push({ step: "transfer", actor: holder, chosen: pick(random, otherThan(holder)) });
      break;
    case "Returned":
      moves.push({ step: "returnToCustomer", actor: holder, chosen: approver });
      moves.push({ step: "acknowledgeReturn", actor: approver });
      break;
    case "In Return":
      moves.push({ step: "returnToCustomer", actor: holder, chosen: approver });
      break;
    case "Lost":
      moves.push({ step: "requestLost", actor: holder, chosen: approver });
      moves.push({ step: "acknowledgeLost", actor: approver });
      break;
    case "Request Lost":
      moves.push({ step: "requestLost", actor: holder, chosen: approver });
      break;
    default:
      end satisfies never;
  }
  return moves;
}

function otherThan(holder: string): [string, ...string[]] {
  return USERS.filter((name) => name !== holder) as [string, ...string[]];
}
