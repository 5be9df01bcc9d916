import { makeFunctionReference } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import { DAY_MS } from "#domain/common/durations";
import type { Status } from "#domain/custody/statuses";
import { takesReason, type Step } from "#domain/custody/workflow";
import type { Backend, Caller } from "../deployments/backend";
import { numberedSample } from "../functions/numberedSample";
import { takeStep } from "../takeStep";
import { allowedCell } from "./expectations";

const storedSample = makeFunctionReference<
  "query",
  { sampleId: Id<"samples"> },
  Doc<"samples"> | null
>("testing:storedSample");

/**
 * Counter for unique names: tests share a backend, but never people, samples or transaction ids.
 */
let used = 0;
export const next = () => ++used;
export const newId = () => `transaction-${next()}`;

export const PEOPLE = ["ana", "bruno", "sara", "adam", "carla"] as const;
export const ROLES = {
  ana: "user",
  bruno: "user",
  sara: "supervisor",
  adam: "admin",
  carla: "user",
} as const;

/** Creates the people of a test in its suite's backend. */
export type OpenLab = () => Promise<Lab>;

/** The reason given for declining or cancelling. */
export const REASON = "The box is empty";

/**
 * The people of one test. Ana holds the samples, Bruno receives them, Carla is a stranger to both.
 */
export class Lab {
  readonly number = next();
  readonly ana = this.#email("ana");
  readonly bruno = this.#email("bruno");
  readonly carla = this.#email("carla");
  readonly sara = this.#email("sara");
  readonly adam = this.#email("adam");

  constructor(readonly backend: Backend) {}

  #email(name: string): string {
    return `${name}-${this.number}@company.com`;
  }

  async open(): Promise<this> {
    const supervisor = this.sara;
    await this.backend.addPeople([
      { email: this.sara, role: "supervisor", city: "Lisbon" },
      { email: this.adam, role: "admin", supervisor, city: "Berlin" },
      { email: this.ana, role: "user", supervisor, city: "Porto" },
      { email: this.bruno, role: "user", supervisor, city: "Tokyo" },
      { email: this.carla, role: "user", city: "Manaus" },
    ]);
    return this;
  }

  as(email: string): Caller {
    return this.backend.as(email);
  }

  async register(email = this.ana): Promise<Id<"samples">> {
    const { sampleId } = await this.as(email).mutation(api.samples.register, {
      transactionId: newId(),
      duplicates: "reject",
      fields: numberedSample(next()),
    });
    return sampleId;
  }

  /** The person who takes `step`: the holder, else the person asked, else the admin. */
  takerOf(step: Step): string {
    const { text } = allowedCell(step);
    if (text.includes("H")) return this.ana;
    return text.includes("P") ? this.chosenFor(step) : this.adam;
  }

  /** The person whom `step` asks or asked: Bruno for transfers, Sara for returns and losses. */
  chosenFor(step: Step): string {
    return /transfer$/i.test(step) ? this.bruno : this.sara;
  }

  /** Takes the step with the person it asks, or the reason it needs. */
  async take(step: Step, by: string, sampleId: string, transactionId = newId()): Promise<null> {
    const said = takesReason(step) ? REASON : this.chosenFor(step);
    return await takeStep(this.as(by), step, { sampleId, transactionId, said });
  }

  /**
   * Enters an absence; `standIn` null ends it.
   *
   * @param from, until ms from now
   */
  async setAway(email: string, standIn: string | null, from = -1, until = DAY_MS): Promise<null> {
    const now = Date.now();
    const away = standIn === null ? null : { from: now + from, until: now + until, standIn };
    return await this.as(email).mutation(api.profile.setAway, { away });
  }

  /** Undoes the latest step with the sample. */
  async undo(by: string, sampleId: Id<"samples">, transactionId = newId()): Promise<null> {
    const { lastTransactionId: stepId = "" } = await this.stored(sampleId);
    return await this.as(by).mutation(api.custody.undo, { sampleId, stepId, transactionId });
  }

  /** A sample of Ana's that reached `status` by the fewest steps. */
  async sampleIn(status: Status): Promise<Id<"samples">> {
    const sampleId = await this.register();
    for (const [step, by] of this.#wayTo(status)) await this.take(step, by, sampleId);
    return sampleId;
  }

  #wayTo(status: Status): readonly (readonly [Step, string])[] {
    switch (status) {
      case "Registered":
        return [];
      case "In Transit":
        return [["transfer", this.ana]];
      case "In Use":
        return [
          ["transfer", this.ana],
          ["acknowledgeTransfer", this.bruno],
        ];
      case "In Return":
        return [["returnToCustomer", this.ana]];
      case "Returned":
        return [
          ["returnToCustomer", this.ana],
          ["acknowledgeReturn", this.sara],
        ];
      case "Request Lost":
        return [["requestLost", this.ana]];
      case "Lost":
        return [
          ["requestLost", this.ana],
          ["acknowledgeLost", this.sara],
        ];
    }
  }

  async stored(sampleId: Id<"samples">): Promise<Doc<"samples">> {
    const sample = await this.backend.admin.query(storedSample, { sampleId });
    if (sample === null) throw new Error(`There is no sample ${sampleId}`);
    return sample;
  }

  /** The actions of the history's records, oldest first. */
  async history(sampleId: string): Promise<Doc<"history">[]> {
    const { page } = await this.as(this.adam).query(api.history.forSample, {
      sampleId,
      paginationOpts: { numItems: 100, cursor: null },
    });
    return page.reverse();
  }
}
