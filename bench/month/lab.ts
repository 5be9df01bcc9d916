import { DAY_MS } from "#domain/common/durations";
import { DigestModel, type Asked, type Request } from "../../tests/support/digestModel";
import type { TakenStep, Tick } from "./messages";

/** New requests per hour. */
const SENT = 25;
/** Share of the requests that are answered within hours; the others wait up to `LONGEST_DAYS`. */
const PROMPT = 0.3;
const LONGEST_DAYS = 9;
const HOUR_MS = DAY_MS / 24;

export type Held = { readonly sampleId: string; readonly serial: string; holder: string };

/** A waiting request, and the time at which it will be answered. */
type Waiting = { readonly request: Request; readonly sample: Held; readonly answeredAt: number };

/**
 * The people of the month: chooses their next steps, and maintains the model of their reminders.
 */
export class BusyLab {
  readonly model: DigestModel;
  taken = 0;
  #waiting: Waiting[] = [];

  /** @param luck returns numbers in [0, 1), the same ones for the same seed */
  constructor(
    private readonly people: readonly Asked[],
    private readonly samples: readonly Held[],
    private readonly luck: () => number,
    start: number,
  ) {
    this.model = new DigestModel(people, start);
  }

  /** Returns the steps of one moment: answers that are due, then new requests. */
  next(now: number): Tick {
    const due = this.#waiting.filter(({ answeredAt }) => answeredAt <= now);
    this.#waiting = this.#waiting.filter(({ answeredAt }) => answeredAt > now);
    const answers = due.map((each) => this.#answer(each, now));
    const sent = Array.from({ length: SENT }, () => this.#send(now)).filter(
      (step) => step !== null,
    );
    const steps = [...answers, ...sent];
    this.taken += steps.length;
    return { now, steps };
  }

  #answer({ request, sample }: Waiting, now: number): TakenStep {
    request.until = now;
    const { sampleId, holder } = sample;
    const by = request.to.email;
    const luck = this.luck();
    const taken = { sampleId, transactionId: `answer-${sampleId}-${now}` };
    if (luck < 0.15) return { ...taken, by, step: "declineTransfer", reason: "Not mine" };
    if (luck < 0.3) return { ...taken, by: holder, step: "cancelTransfer" };
    sample.holder = by;
    return { ...taken, by, step: "acknowledgeTransfer" };
  }

  /** Returns null when the sample is already in transit, or with the recipient. */
  #send(now: number): TakenStep | null {
    const sample = this.#any(this.samples);
    const to = this.#any(this.people);
    const { sampleId, serial, holder } = sample;
    if (to.email === holder || this.#waiting.some((each) => each.sample === sample)) return null;
    const hours = this.luck() < PROMPT ? 12 * this.luck() : LONGEST_DAYS * 24 * this.luck();
    const request = { serial, to, since: now, until: Infinity };
    this.model.requests.push(request);
    this.#waiting.push({ request, sample, answeredAt: now + hours * HOUR_MS });
    const transactionId = `send-${sampleId}-${now}`;
    return { by: holder, step: "transfer", sampleId, transactionId, chosen: to.email };
  }

  #any<One>(among: readonly One[]): One {
    const one = among[Math.floor(this.luck() * among.length)];
    if (one === undefined) throw new Error("there is nobody to choose from");
    return one;
  }
}
