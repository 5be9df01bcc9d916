import { makeFunctionReference } from "convex/server";
import { api, internal } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import { DAY_MS } from "#domain/common/durations";
import { LIST_NAMES, SCOPES, type ListName } from "#domain/samples/lists";
import type { Status } from "#domain/custody/statuses";
import { STEPS, takesReason, type Step } from "#domain/custody/workflow";
import type { Caller } from "../../support/deployments/backend";
import { convexBackend, type ConvexBackend } from "../../support/deployments/convexBackend";
import type { Letter } from "../../support/custody/expectations";
import { refusalIn } from "../../support/refusals";
import { aSample, FIRST_PAGE, newTransactionId } from "../../support/samples";
import { takeStep } from "../../support/takeStep";

const PEOPLE = {
  A: "adam@company.com",
  S: "sara@company.com",
  O: "olga@company.com",
  H: "hugo@company.com",
  P: "paula@company.com",
  T: "tess@company.com",
  R: "rita@company.com",
  X: "xena@company.com",
} as const satisfies Record<Letter, string>;

/** A disabled admin: the server refuses everything that an admin may do. */
const DISABLED = "disabled@company.com";
const SIGNED_OUT = "signed-out@company.com";
export const OUTSIDERS = {
  "a disabled admin": "DISABLED",
  "a signed-out admin": "NOT_SIGNED_IN",
  "a visitor": "NOT_SIGNED_IN",
} as const;
export type Outsider = keyof typeof OUTSIDERS;

type Device = {
  readonly sampleId: Id<"samples">;
  readonly serialNumber: string;
  /** The sample's document when it reached its status. */
  readonly made: Doc<"samples"> | null;
};

/** Status in which the lab requests a step, if the table says `as before`. */
export const BEFORE_ASKING = "Registered" satisfies Status;

const WAYS: Readonly<Record<Status, readonly (readonly [Step, "H" | "P"])[]>> = {
  Registered: [],
  "In Use": [],
  "In Transit": [["transfer", "H"]],
  "In Return": [["returnToCustomer", "H"]],
  Returned: [
    ["returnToCustomer", "H"],
    ["acknowledgeReturn", "P"],
  ],
  "Request Lost": [["requestLost", "H"]],
  Lost: [
    ["requestLost", "H"],
    ["acknowledgeLost", "P"],
  ],
};

/** A backend with the table's people, and samples of one status. */
export class MatrixLab {
  /** A sample for calls that change nothing: reads and refusals. */
  #untouched: Device | null = null;

  private constructor(
    readonly backend: ConvexBackend,
    readonly status: Status,
  ) {}

  static async open(status: Status): Promise<MatrixLab> {
    const backend = await convexBackend();
    const supervisor = PEOPLE.S;
    await backend.addPeople([
      { email: PEOPLE.A, role: "admin" },
      { email: PEOPLE.S, role: "supervisor" },
      { email: PEOPLE.O, role: "supervisor" },
      { email: PEOPLE.H, role: "user", supervisor },
      { email: PEOPLE.P, role: "user", supervisor },
      { email: PEOPLE.T, role: "user", supervisor: PEOPLE.O },
      { email: PEOPLE.R, role: "user", supervisor: PEOPLE.O },
      { email: PEOPLE.X, role: "user", supervisor: PEOPLE.O },
      { email: DISABLED, role: "admin" },
      { email: SIGNED_OUT, role: "admin" },
    ]);
    await backend.t.run(async (ctx) => {
      // A person on the list may be asked, whatever their role.
      await ctx.db.insert("supervisorModel", { email: PEOPLE.P });
      await ctx.db.insert("adminModel", { email: PEOPLE.T });
      for (const user of await ctx.db.query("users").collect()) {
        if (user.email === DISABLED) await ctx.db.patch("users", user._id, { disabled: true });
        if (user.email !== SIGNED_OUT) continue;
        for (const session of await ctx.db.query("authSessions").collect()) {
          if (session.userId === user._id) await ctx.db.delete("authSessions", session._id);
        }
      }
    });
    const away = { from: 0, until: Date.now() + DAY_MS, standIn: PEOPLE.T };
    await backend.as(PEOPLE.P).mutation(api.profile.setAway, { away });
    return new MatrixLab(backend, status);
  }

  as(who: Letter | Outsider): Caller {
    switch (who) {
      case "a visitor":
        return this.backend.t as unknown as Caller;
      case "a disabled admin":
        return this.backend.as(DISABLED);
      case "a signed-out admin":
        return this.backend.as(SIGNED_OUT);
      default:
        return this.backend.as(PEOPLE[who]);
    }
  }

  /**
   * Creates a sample registered by Rita and held by Hugo, in the lab's status by the fewest steps.
   */
  async sample(): Promise<Device> {
    const fields = aSample();
    const { sampleId } = await this.as("R").mutation(api.samples.register, {
      transactionId: newTransactionId(),
      duplicates: "reject",
      fields,
    });
    await this.#take("transfer", "R", sampleId, PEOPLE.H);
    await this.#take("acknowledgeTransfer", "H", sampleId);
    // Only an edit makes a sample Registered after its registrant has handed it over.
    if (this.status !== "In Use") await this.#edit("H", sampleId, fields);
    for (const [step, by] of WAYS[this.status]) await this.#take(step, by, sampleId, PEOPLE.P);
    return { sampleId, serialNumber: fields.serialNumber, made: await this.stored(sampleId) };
  }

  stored(sampleId: Id<"samples">): Promise<Doc<"samples"> | null> {
    return this.backend.t.run((ctx) => ctx.db.get("samples", sampleId));
  }

  async untouched(): Promise<Device> {
    this.#untouched ??= await this.sample();
    return this.#untouched;
  }

  #take(step: Step, who: Letter | Outsider, sampleId: string, said = ""): Promise<null> {
    const transactionId = newTransactionId();
    return takeStep(this.as(who), step, { sampleId, transactionId, said });
  }

  #edit(who: Letter | Outsider, sampleId: string, fields: ReturnType<typeof aSample>) {
    return this.as(who).mutation(api.samples.edit, {
      transactionId: newTransactionId(),
      sampleId,
      duplicates: "reject",
      fields,
    });
  }

  /** Calls a write, such as `custody:transfer`. @returns "done", or the code of the refusal */
  async write(name: string, who: Letter | Outsider, { sampleId }: Device): Promise<string> {
    const call = async () => {
      if (name === "samples:edit") return await this.#edit(who, sampleId, aSample());
      if (name === "samples:remove") {
        const args = { transactionId: newTransactionId(), sampleId };
        return await this.as(who).mutation(api.samples.remove, args);
      }
      if (name === "custody:undo") {
        const stepId = (await this.stored(sampleId))?.lastTransactionId ?? "";
        const args = { transactionId: newTransactionId(), sampleId, stepId };
        return await this.as(who).mutation(api.custody.undo, args);
      }
      const step = STEPS.find((each) => name === `custody:${each}`);
      if (step === undefined) throw new Error(`No such function: ${name}`);
      const said = takesReason(step) ? "Wrong box" : PEOPLE.P;
      return await this.#take(step, who, sampleId, said);
    };
    return await call().then(() => "done", codeOf);
  }

  /** Calls a read. @returns "shown", "not shown", or the code of the refusal */
  async read(name: string, who: Letter | Outsider, device: Device): Promise<string> {
    const isShown = this.#isShown(name, this.as(who), device);
    return await isShown.then((shown) => (shown ? "shown" : "not shown"), codeOf);
  }

  async #isShown(name: string, by: Caller, { sampleId, serialNumber }: Device): Promise<boolean> {
    const [path, list] = name.split(" ");
    switch (path) {
      case "samples:get":
        return (await by.query(api.samples.get, { sampleId })) !== null;
      case "history:forSample": {
        const args = { sampleId, paginationOpts: FIRST_PAGE };
        return (await by.query(api.history.forSample, args)).page.length > 0;
      }
      case "identifiers:check": {
        const [warning] = await by.query(api.identifiers.check, { serialNumber });
        return warning?.sampleId === sampleId;
      }
      case "baskets:resolve": {
        const [answer] = await by.query(api.baskets.resolve, { values: [serialNumber] });
        return answer?.outcome === "found" && answer.sample._id === sampleId;
      }
      case "samples:list":
        return await isListed(
          by,
          LIST_NAMES.find((each) => each === list) ?? "transfer",
          this.status,
          sampleId,
        );
      case "history:list":
        return await isNewestRecordShown(by, await this.#newestRecord(sampleId));
      case "inbox:waiting": {
        const { items } = await by.query(api.inbox.waiting, {});
        return items.some((item) => item.sampleId === sampleId);
      }
      default:
        throw new Error(`No such function: ${name}`);
    }
  }

  /** Returns the findings of `sms check`. */
  async faults(): Promise<unknown[]> {
    const { drift, faults } = await this.backend.admin.action(internal.check.run, {});
    return [...drift, ...faults];
  }

  async #newestRecord(sampleId: Id<"samples">): Promise<string> {
    const { page } = await this.as("A").query(api.history.forSample, {
      sampleId,
      paginationOpts: FIRST_PAGE,
    });
    return page[0]?._id ?? "";
  }
}

/**
 * True if the list contains the sample in any scope that the server allows the caller. Asks for the
 * sample's own status: what a status lists is tested by tests/convex/lists.
 */
async function isListed(
  by: Caller,
  list: ListName,
  status: Status,
  sampleId: string,
): Promise<boolean> {
  const found: string[] = [];
  let refused: unknown = null;
  for (const scope of SCOPES) {
    const args = { list, scope, status, paginationOpts: FIRST_PAGE };
    try {
      found.push(...(await by.query(api.samples.list, args)).page.map(({ _id }) => _id));
    } catch (error) {
      if (refusalIn(error).code !== "NOT_ALLOWED") refused = error;
    }
  }
  if (refused !== null) throw refused;
  return found.includes(sampleId);
}

type HistoryArgs = { scope: string; paginationOpts: typeof FIRST_PAGE };
const historyList = makeFunctionReference<"query", HistoryArgs, { page: { _id: string }[] }>(
  "history:list",
);

async function isNewestRecordShown(by: Caller, recordId: string): Promise<boolean> {
  const found: string[] = [];
  let refused: unknown = null;
  for (const scope of ["all", "mine", "team"]) {
    try {
      const { page } = await by.query(historyList, { scope, paginationOpts: FIRST_PAGE });
      found.push(...page.map(({ _id }) => _id));
    } catch (error) {
      if (refusalIn(error).code !== "NOT_ALLOWED") refused = error;
    }
  }
  if (refused !== null) throw refused;
  return found.includes(recordId);
}

function codeOf(error: unknown): string {
  return refusalIn(error).code;
}
