import { makeFunctionReference } from "convex/server";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { STATUSES, type Status } from "../../domain/statuses";
import { afterStep, refusal, STEPS, type Custody, type Step } from "../../domain/workflow";
import type { Backend, Caller } from "./backend";
import { numberedSample } from "./functions/numberedSample";
import { refusedCode, refusedWith } from "./refusals";

const storedSample = makeFunctionReference<
  "query",
  { sampleId: Id<"samples"> },
  Doc<"samples"> | null
>("testing:storedSample");
const takeFromPerson = makeFunctionReference<"mutation", { email: string; without: string }, null>(
  "testing:takeFromPerson",
);
const disable = makeFunctionReference<"mutation", { email: string }, null>("testing:disable");

/** Names used once: tests share a backend, never people, samples or transaction ids. */
let used = 0;
const next = () => ++used;
const newId = () => `transaction-${next()}`;

/** The people of one test. Ana holds the samples, Bruno receives, Carla is a stranger to both. */
class Lab {
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

  /** The step with its recipient: Bruno receives transfers, Sara takes returns and approves losses. */
  async take(step: Step, by: string, sampleId: string, transactionId = newId()): Promise<null> {
    const caller = this.as(by);
    const args = { sampleId, transactionId };
    switch (step) {
      case "transfer":
        return caller.mutation(api.custody.transfer, { ...args, recipient: this.bruno });
      case "acknowledgeTransfer":
        return caller.mutation(api.custody.acknowledgeTransfer, args);
      case "returnToCustomer":
        return caller.mutation(api.custody.returnToCustomer, { ...args, recipient: this.sara });
      case "acknowledgeReturn":
        return caller.mutation(api.custody.acknowledgeReturn, args);
      case "requestLost":
        return caller.mutation(api.custody.requestLost, { ...args, approver: this.sara });
      case "acknowledgeLost":
        return caller.mutation(api.custody.acknowledgeLost, args);
    }
  }

  /** A sample of Ana's that went the shortest way to `status`. */
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

  /** What each of the history's records says was done, oldest first. */
  async history(sampleId: string): Promise<Doc<"history">[]> {
    const { page } = await this.as(this.adam).query(api.history.forSample, {
      sampleId,
      paginationOpts: { numItems: 100, cursor: null },
    });
    return page.reverse();
  }
}

const PEOPLE = ["ana", "bruno", "sara", "adam", "carla"] as const;
const ROLES = {
  ana: "user",
  bruno: "user",
  sara: "supervisor",
  adam: "admin",
  carla: "user",
} as const;

/** Who may take each step, and from which status: product.md's table, written out once more. */
const ALLOWED: Readonly<
  Record<Step, { from: Status[]; holder: "ana" | "sara" | "bruno"; admin: boolean }>
> = {
  transfer: { from: ["Registered", "In Use"], holder: "ana", admin: true },
  acknowledgeTransfer: { from: ["In Transit"], holder: "bruno", admin: true },
  returnToCustomer: { from: ["Registered", "In Use"], holder: "ana", admin: true },
  acknowledgeReturn: { from: ["In Return"], holder: "sara", admin: false },
  requestLost: { from: ["Registered", "In Use", "In Transit"], holder: "ana", admin: true },
  acknowledgeLost: { from: ["Request Lost"], holder: "sara", admin: true },
};

/** The rules of custody, in any home of the functions: `makeBackend` opens an empty one. */
export function custodySuite(home: string, makeBackend: () => Promise<Backend>): void {
  describe(`custody on ${home}`, () => {
    let backend: Backend;
    let lab: Lab;
    beforeAll(async () => {
      backend = await makeBackend();
    });
    beforeEach(async () => {
      lab = await new Lab(backend).open();
    });
    afterAll(async () => {
      await backend.close();
    });

    describe("the steps", () => {
      test("a registered sample is its registrant's, and its history begins", async () => {
        const sampleId = await lab.register();
        const sample = await lab.stored(sampleId);
        expect(sample).toMatchObject({
          status: "Registered",
          samplmanag: lab.ana,
          registeredby: lab.ana,
          supervisor: lab.sara,
          duplicate: "none",
          imeis: [sample.imei1, sample.imei2],
          listDate: 0,
        });
        expect(await lab.history(sampleId)).toMatchObject([
          { action: "Register", status: "Registered", email: lab.ana, samplmanag: lab.ana },
        ]);
      });

      test("a transfer waits for its recipient and leaves the sample with its manager", async () => {
        const sampleId = await lab.register();
        await lab.take("transfer", lab.ana, sampleId, "given-by-the-form");
        const sample = await lab.stored(sampleId);
        expect(sample).toMatchObject({
          status: "In Transit",
          samplmanag: lab.ana,
          inTransitTo: lab.bruno,
          inTransitToSuper: lab.sara,
          lastTransactionId: "given-by-the-form",
        });
        expect(sample.listDate).toBe(sample.inTransitDate);
        expect(sample.pendingWith).toBe(sample.inTransitTo);
        expect((await lab.history(sampleId)).at(-1)).toMatchObject({
          action: "Transfer",
          email: lab.ana,
          samplmanag: lab.ana,
          recipient: lab.bruno,
        });
      });

      test("the recipient becomes the manager, where the recipient is", async () => {
        const sampleId = await lab.sampleIn("In Use");
        const sample = await lab.stored(sampleId);
        expect(sample).toMatchObject({
          status: "In Use",
          samplmanag: lab.bruno,
          lastmanag: lab.ana,
          supervisor: lab.sara,
          city: "Tokyo",
          country: "Portugal",
          location: "Tokyo, Portugal",
          userLocation: "Tokyo, Portugal",
        });
        expect(sample.inUseDate).toBeGreaterThan(0);
        expect(sample).not.toHaveProperty("inTransitTo");
        expect(sample).not.toHaveProperty("inTransitToSuper");
        expect((await lab.history(sampleId)).at(-1)).toMatchObject({
          action: "Transfer Acknowledge",
          samplmanag: lab.bruno,
          lastmanag: lab.ana,
        });
      });

      test("an admin receives a transfer in the recipient's stead, and is the manager then", async () => {
        const sampleId = await lab.sampleIn("In Transit");
        await lab.take("acknowledgeTransfer", lab.adam, sampleId);
        expect(await lab.stored(sampleId)).toMatchObject({ samplmanag: lab.adam, city: "Berlin" });
      });

      test("a return takes the place of its recipient at once", async () => {
        const sampleId = await lab.sampleIn("In Return");
        const sample = await lab.stored(sampleId);
        expect(sample).toMatchObject({
          status: "In Return",
          samplmanag: lab.ana,
          inReturnTo: lab.sara,
          city: "Lisbon",
          userLat: 38.7223,
        });
        expect(sample.listDate).toBe(sample.inReturnDate);
      });

      test("an acknowledged return belongs to whoever took it", async () => {
        const sample = await lab.stored(await lab.sampleIn("Returned"));
        expect(sample).toMatchObject({
          status: "Returned",
          samplmanag: lab.sara,
          lastmanag: lab.ana,
        });
        expect(sample.returnedDate).toBeGreaterThan(0);
        expect(sample).not.toHaveProperty("inReturnTo");
      });

      test("a loss waits for its approver, then the approver answers for the sample", async () => {
        const sampleId = await lab.sampleIn("Request Lost");
        const asked = await lab.stored(sampleId);
        expect(asked).toMatchObject({
          inOSapprby: lab.sara,
          osrequsuper: "supervisor@company.com",
        });
        expect(asked.listDate).toBe(asked.reqOSDate);
        await lab.take("acknowledgeLost", lab.sara, sampleId);
        const lost = await lab.stored(sampleId);
        expect(lost).toMatchObject({ status: "Lost", samplmanag: lab.sara, lastmanag: lab.ana });
        expect(lost.osDate).toBeGreaterThan(0);
        expect(lost).not.toHaveProperty("inOSapprby");
      });

      test("a loss requested in transit settles the transfer", async () => {
        const sampleId = await lab.sampleIn("In Transit");
        await lab.take("requestLost", lab.ana, sampleId);
        const sample = await lab.stored(sampleId);
        expect(sample).not.toHaveProperty("inTransitTo");
        expect(sample).not.toHaveProperty("inTransitToSuper");
        expect(await refusedCode(lab.take("acknowledgeTransfer", lab.bruno, sampleId))).toBe(
          "STEP_NOT_ALLOWED",
        );
      });
    });

    describe("who may take which step", () => {
      test.each(STATUSES)("from %s", async (status) => {
        for (const step of STEPS) {
          for (const person of PEOPLE) {
            const sampleId = await lab.sampleIn(status);
            const before = await lab.stored(sampleId);
            const expected = expectedRefusal(step, person, status, before, lab);
            const call = lab.take(step, lab[person], sampleId);
            if (expected === null) {
              await call;
              continue;
            }
            expect([step, person, await refusedCode(call)]).toEqual([step, person, expected]);
            expect(await lab.stored(sampleId)).toEqual(before);
          }
        }
      });

      test("a refusal names the sample's present state", async () => {
        const sampleId = await lab.sampleIn("In Use");
        const { message } = await refusedWith(lab.take("acknowledgeTransfer", lab.bruno, sampleId));
        expect(message).toContain("In Use");
        expect(message).toContain(lab.bruno);
      });

      test("a disabled person may do nothing", async () => {
        const sampleId = await lab.sampleIn("In Transit");
        await backend.admin.mutation(disable, { email: lab.bruno });
        expect(await refusedCode(lab.take("acknowledgeTransfer", lab.bruno, sampleId))).toBe(
          "DISABLED",
        );
      });
    });

    describe("what a step names", () => {
      test("an unknown sample is refused with the spec's words", async () => {
        const transfer = await refusedWith(lab.take("transfer", lab.ana, "no-such-sample"));
        expect(transfer.message).toBe("Sample does not exist!");
        const receive = await refusedWith(
          lab.take("acknowledgeTransfer", lab.ana, "no-such-sample"),
        );
        expect(receive.message).toBe("No such document!");
      });

      test("a recipient must be an enabled user, and not the holder", async () => {
        const sampleId = await lab.register();
        const transferTo = (recipient: string) =>
          refusedWith(
            lab.as(lab.ana).mutation(api.custody.transfer, {
              ...{ sampleId, recipient, transactionId: newId() },
            }),
          );
        expect((await transferTo("nobody@company.com")).message).toBe("No matching user found!");
        expect((await transferTo("not an address")).message).toBe("No matching user found!");
        expect((await transferTo(lab.ana)).code).toBe("RECIPIENT_HOLDS_IT");
        await backend.admin.mutation(disable, { email: lab.bruno });
        expect((await transferTo(lab.bruno)).message).toBe("No matching user found!");
      });

      test.each(["supervisor", "country", "city", "place"])(
        "a recipient of a transfer without %s is refused",
        async (without) => {
          const sampleId = await lab.register();
          await backend.admin.mutation(takeFromPerson, { email: lab.bruno, without });
          const { message } = await refusedWith(lab.take("transfer", lab.ana, sampleId));
          expect(message).toBe(`Error: Required user data is undefined for user ${lab.bruno}`);
        },
      );

      test("a return goes to the supervisor and admin lists only", async () => {
        const sampleId = await lab.register();
        const returnTo = (recipient: string) =>
          lab.as(lab.ana).mutation(api.custody.returnToCustomer, {
            ...{ sampleId, recipient, transactionId: newId() },
          });
        expect(await refusedCode(returnTo(lab.bruno))).toBe("RECIPIENT_NOT_LISTED");
        await returnTo(lab.adam);
        expect(await lab.stored(sampleId)).toMatchObject({ inReturnTo: lab.adam });
      });

      test("a return needs its recipient's coordinates, and nothing else of theirs", async () => {
        const sampleId = await lab.register();
        await backend.admin.mutation(takeFromPerson, { email: lab.sara, without: "place" });
        const { message } = await refusedWith(lab.take("returnToCustomer", lab.ana, sampleId));
        expect(message).toBe(`Error: Latitude or longitude is undefined for user ${lab.sara}`);
        await backend.admin.mutation(takeFromPerson, { email: lab.adam, without: "supervisor" });
        await lab.as(lab.ana).mutation(api.custody.returnToCustomer, {
          ...{ sampleId, recipient: lab.adam, transactionId: newId() },
        });
      });

      test("an approver of a loss must exist, be listed and be complete", async () => {
        const sampleId = await lab.register();
        const ask = (approver: string) =>
          refusedWith(
            lab.as(lab.ana).mutation(api.custody.requestLost, {
              ...{ sampleId, approver, transactionId: newId() },
            }),
          );
        expect((await ask("nobody@company.com")).message).toBe("This user does not exist");
        expect((await ask(lab.bruno)).code).toBe("RECIPIENT_NOT_LISTED");
        await backend.admin.mutation(takeFromPerson, { email: lab.sara, without: "city" });
        expect((await ask(lab.sara)).message).toBe(
          `Error: Required user data is undefined for user ${lab.sara}`,
        );
      });

      test("who acknowledges must have a supervisor", async () => {
        const sampleId = await lab.sampleIn("In Transit");
        await backend.admin.mutation(takeFromPerson, { email: lab.bruno, without: "supervisor" });
        const { message } = await refusedWith(lab.take("acknowledgeTransfer", lab.bruno, sampleId));
        expect(message).toBe("No user data or supervisor found for this email.");
        expect(await lab.stored(sampleId)).toMatchObject({ status: "In Transit" });
      });
    });

    describe("what a refusal tells", () => {
      test.each(STEPS)("a stranger learns the status, not who holds it: %s", async (step) => {
        const sampleId = await lab.sampleIn("Returned");
        const { message } = await refusedWith(lab.take(step, lab.carla, sampleId));
        expect(message).toMatch(/ is not possible now: the sample is Returned\.$/);
      });

      test("whoever may see the sample learns with whom it is", async () => {
        const sampleId = await lab.sampleIn("In Use");
        const { message } = await refusedWith(lab.take("transfer", lab.sara, sampleId));
        expect(message).toBe(
          `Transfer is not yours to do: the sample is In Use, with ${lab.bruno}.`,
        );
      });

      test("a recipient whom an admin forestalled learns what it is now", async () => {
        const sampleId = await lab.sampleIn("In Transit");
        await lab.take("acknowledgeTransfer", lab.adam, sampleId);
        const { message } = await refusedWith(lab.take("acknowledgeTransfer", lab.bruno, sampleId));
        expect(message).toBe("Transfer Acknowledge is not possible now: the sample is In Use.");
      });
    });

    describe("once and only once", () => {
      test.each(STEPS)("the same transaction id twice changes nothing: %s", async (step) => {
        const start: Record<Step, Status> = {
          transfer: "Registered",
          acknowledgeTransfer: "In Transit",
          returnToCustomer: "Registered",
          acknowledgeReturn: "In Return",
          requestLost: "In Transit",
          acknowledgeLost: "Request Lost",
        };
        const sampleId = await lab.sampleIn(start[step]);
        const transactionId = newId();
        const by = lab[ALLOWED[step].holder];
        await lab.take(step, by, sampleId, transactionId);
        const after = await lab.stored(sampleId);
        const { message } = await refusedWith(lab.take(step, by, sampleId, transactionId));
        expect(message).toBe("This transaction was already processed!");
        expect(await lab.stored(sampleId)).toEqual(after);
      });

      test("a refused step does not use up its transaction id", async () => {
        const sampleId = await lab.register();
        const transactionId = newId();
        await refusedCode(lab.take("transfer", lab.carla, sampleId, transactionId));
        await lab.take("transfer", lab.ana, sampleId, transactionId);
      });

      test("an empty or an endless transaction id is refused", async () => {
        const sampleId = await lab.register();
        for (const transactionId of ["", "x".repeat(101)]) {
          expect(await refusedCode(lab.take("transfer", lab.ana, sampleId, transactionId))).toBe(
            "TRANSACTION_ID_INVALID",
          );
        }
      });

      test("of two people who receive at once, exactly one does", async () => {
        const sampleId = await lab.sampleIn("In Transit");
        const outcomes = await Promise.allSettled([
          lab.take("acknowledgeTransfer", lab.bruno, sampleId),
          lab.take("acknowledgeTransfer", lab.adam, sampleId),
        ]);
        expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        const actions = (await lab.history(sampleId)).map(({ action }) => action);
        expect(actions).toEqual(["Register", "Transfer", "Transfer Acknowledge"]);
      });

      test("of two people who register one serial number at once, exactly one does", async () => {
        const number = next();
        const registerAs = (email: string) =>
          lab.as(email).mutation(api.samples.register, {
            transactionId: newId(),
            duplicates: "reject",
            fields: numberedSample(number),
          });
        const outcomes = await Promise.allSettled([registerAs(lab.ana), registerAs(lab.bruno)]);
        expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      });
    });

    test("any sequence of attempts does what the workflow table says, and nothing else", async () => {
      const attempts = fc.array(
        fc.record({
          step: fc.constantFrom(...STEPS),
          by: fc.constantFrom(...PEOPLE),
          which: fc.nat({ max: 1 }),
        }),
        { minLength: 1, maxLength: 15 },
      );
      const property = fc.asyncProperty(attempts, async (sequence) => {
        const sampleIds = [await lab.register(), await lab.register()];
        const models = sampleIds.map((): Custody => ({
          status: "Registered",
          samplmanag: lab.ana,
        }));
        for (const { step, by, which } of sequence) {
          const [sampleId = "", model] = [sampleIds[which], models[which]];
          if (model === undefined) throw new Error(`There is no sample ${which}`);
          const actor = { email: lab[by], role: ROLES[by] } as const;
          const chosen = step === "transfer" ? lab.bruno : lab.sara;
          const toHolder = step === "transfer" && model.samplmanag === chosen;
          const expected = refusal(step, model, actor) ?? (toHolder ? "RECIPIENT_HOLDS_IT" : null);
          const call = lab.take(step, actor.email, sampleId);
          if (expected !== null) expect(await refusedCode(call)).toBe(expected);
          else {
            await call;
            models[which] = afterStep(step, model, actor, chosen);
          }
        }
        for (const [which, sampleId] of sampleIds.entries()) {
          const { status, samplmanag, ...stored } = await lab.stored(sampleId);
          const { lastmanag, inTransitTo, inReturnTo, inOSapprby } = stored;
          expect({ status, samplmanag, lastmanag, inTransitTo, inReturnTo, inOSapprby }).toEqual({
            ...{ lastmanag: undefined, inTransitTo: undefined },
            ...{ inReturnTo: undefined, inOSapprby: undefined },
            ...models[which],
          });
        }
      });
      await fc.assert(property, { numRuns: 30 });
    }, 60_000);

    test("after all this, counters, identifiers and custody agree with the samples", async () => {
      const { samples, drift, faults } = await backend.admin.action(internal.check.run, {});
      expect(samples).toBeGreaterThan(100);
      expect(drift).toEqual([]);
      expect(faults).toEqual([]);
    });
  });
}

/** From ALLOWED and the sample's fields: the code of the refusal, or null. */
function expectedRefusal(
  step: Step,
  person: (typeof PEOPLE)[number],
  status: Status,
  sample: Doc<"samples">,
  lab: Lab,
) {
  const rule = ALLOWED[step];
  if (!rule.from.includes(status)) return "STEP_NOT_ALLOWED";
  // After a transfer it is Bruno who may go on, and he cannot hand it to himself.
  const holds = rule.holder === "ana" ? sample.samplmanag === lab[person] : person === rule.holder;
  if (!holds && !(rule.admin && person === "adam")) return "NOT_YOURS";
  return step === "transfer" && sample.samplmanag === lab.bruno ? "RECIPIENT_HOLDS_IT" : null;
}
