import type { FunctionReturnType } from "convex/server";
import * as Check from "../../../convex/model/check/check";
import * as FollowAddress from "../../../convex/model/staff/followAddress";
import { differences } from "#domain/check/check";
import { DAY_MS } from "#domain/common/durations";
import {
  HAND_OVER_LISTS,
  scopesToShow,
  statusesIn,
  type ListName,
  type Scope,
} from "#domain/samples/lists";
import { REQUEST_STATUSES } from "#domain/custody/overdue";
import { isRequest, type Role, type Step } from "#domain/custody/workflow";
import { accountsBackend, api, internal, someone, type Backend } from "../accounts";
import { numberedSample } from "../functions/numberedSample";
import { refusalIn } from "../refusals";

/** The people of a world, by relation to the person whose e-mail changes. */
export const LABELS = ["holder", "colleague", "supervisor", "admin", "stranger"] as const;
type Label = (typeof LABELS)[number];
type Person = Awaited<ReturnType<typeof someone>>;

/** An action of a person. `sample`: index among the samples registered so far. */
export type Act =
  | { readonly kind: "register"; readonly by: Label }
  | { readonly kind: "undo"; readonly by: Label; readonly sample: number }
  | { readonly kind: "nudge"; readonly by: Label; readonly sample: number }
  | { readonly kind: "snooze"; readonly by: Label; readonly sample: number; readonly days: number }
  /** From now, for `days`. */
  | {
      readonly kind: "away";
      readonly by: Label;
      readonly standIn: Label;
      readonly days: number;
    }
  /** Days pass, and the digests of the last one are sent. The caller sets the clock. */
  | { readonly kind: "days"; readonly days: number }
  | {
      readonly kind: "step";
      readonly by: Label;
      readonly sample: number;
      readonly step: Step;
      readonly to: Label;
      /** Names the recipient by their former address, if they have one. */
      readonly byFormerAddress: boolean;
    };

const ROLES = {
  holder: "user",
  colleague: "user",
  supervisor: "supervisor",
  admin: "admin",
  stranger: "supervisor",
} as const;
const SUPERVISORS = {
  holder: "supervisor",
  colleague: "supervisor",
  supervisor: "admin",
  admin: "admin",
  stranger: "admin",
} as const;

type News = FunctionReturnType<typeof api.inbox.unseenNews>["items"][number];

const addressOf = (label: Label) => `${label}@company.com`;
const newAddressOf = (label: Label) => `${label}.new@company.com`;
const paginationOpts = { cursor: null, numItems: 200 };

export async function openWorld(): Promise<World> {
  const backend = await accountsBackend();
  const people = new Map<Label, Person>();
  for (const label of LABELS) {
    const supervisor = addressOf(SUPERVISORS[label]);
    const person = await someone(backend, addressOf(label), {
      role: ROLES[label],
      supervisor,
      displayName: label,
    });
    people.set(label, person);
  }
  return new World(backend, people);
}

/** A deployment with five people, one of whom may get another e-mail. */
export class World {
  readonly #backend: Backend;
  readonly #people: ReadonlyMap<Label, Person>;
  readonly #samples: string[] = [];
  #renamed: Label | null = null;
  #acts = 0;
  #seen: { acts: number; views: unknown } = { acts: -1, views: null };

  constructor(backend: Backend, people: ReadonlyMap<Label, Person>) {
    this.#backend = backend;
    this.#people = people;
  }

  #as(label: Label): Person["as"] {
    const person = this.#people.get(label);
    if (person === undefined) throw new Error(`No ${label}`);
    return person.as;
  }

  /** Performs an act. @returns its result, or the refusal's code */
  async run(act: Act): Promise<string> {
    const transactionId = `act-${++this.#acts}`;
    try {
      await this.#do(act, transactionId);
      return "done";
    } catch (error) {
      return refusalIn(error).code;
    }
  }

  async #do(act: Act, transactionId: string): Promise<void> {
    if (act.kind === "days") {
      await this.#followAbsences();
      await this.#backend.mutation(internal.inbox.runDigests, {});
      return;
    }
    const as = this.#as(act.by);
    if (act.kind === "away") {
      const [from, standIn] = [Date.now(), this.#presentAddressOf(act.standIn)];
      const away = { from, until: from + act.days * DAY_MS, standIn };
      await as.mutation(api.profile.setAway, { away });
      return;
    }
    if (act.kind === "register") {
      const fields = numberedSample(this.#acts);
      const args = { transactionId, duplicates: "reject" as const, fields };
      this.#samples.push((await as.mutation(api.samples.register, args)).sampleId);
      return;
    }
    const sampleId = this.#samples[act.sample % Math.max(1, this.#samples.length)] ?? "none";
    switch (act.kind) {
      case "undo":
        await as.mutation(api.custody.undo, {
          sampleId,
          stepId: await this.#latestStepOf(sampleId),
          transactionId,
        });
        return;
      case "nudge":
        await as.mutation(api.inbox.nudge, { sampleId });
        return;
      case "snooze": {
        const until = Date.now() + act.days * DAY_MS;
        await as.mutation(api.inbox.snooze, { sampleId, until });
        return;
      }
      case "step": {
        const { step, byFormerAddress, to } = act;
        const chosen = byFormerAddress ? addressOf(to) : this.#presentAddressOf(to);
        const said = isRequest(step) ? chosen : "No";
        const args = { sampleId, transactionId, recipient: said, reason: said };
        await as.mutation(api.custody[step], args);
      }
    }
  }

  async #latestStepOf(sampleId: string): Promise<string> {
    return await this.#backend.run(async (ctx) => {
      const id = ctx.db.normalizeId("samples", sampleId);
      const sample = id === null ? null : await ctx.db.get("samples", id);
      return sample?.lastTransactionId ?? "";
    });
  }

  #presentAddressOf(label: Label): string {
    return this.#renamed === label ? newAddressOf(label) : addressOf(label);
  }

  /** Runs the jobs scheduled for the end of each absence. */
  async #followAbsences(): Promise<void> {
    const people = await this.#backend.run((ctx) => ctx.db.query("users").collect());
    for (const { _id: uid } of people) {
      await this.#backend.mutation(internal.profile.followAbsence, { uid });
    }
  }

  /** Changes the e-mail of a person; `inBatches` then updates their documents. */
  async rename(label: Label): Promise<void> {
    this.#renamed = label;
    const by = label === "admin" ? null : this.#as("admin");
    const args = { email: addressOf(label), newEmail: newAddressOf(label) };
    if (by !== null) await by.mutation(api.users.setEmail, args);
    else await this.#backend.mutation(internal.users.setEmailFromTerminal, args);
  }

  /** Runs `between` before the first batch, after each, and after the last. */
  async inBatches(size: number, between: () => Promise<void>): Promise<void> {
    const [move] = await this.#backend.run((ctx) => ctx.db.query("addressMoves").collect());
    if (move === undefined) throw new Error("Nothing follows");
    let place: FollowAddress.Place | null = { table: "users", cursor: null };
    while (place !== null) {
      await between();
      const at: FollowAddress.Place = place;
      place = await this.#backend.run((ctx) =>
        FollowAddress.moveNextBatch(ctx, move._id, at, size),
      );
    }
    await this.#followThresholds();
    await between();
  }

  /** Runs the job that the last batch starts. */
  async #followThresholds(): Promise<void> {
    const email = newAddressOf(this.#renamed ?? "holder");
    for (const status of REQUEST_STATUSES) {
      const args = { email, status, cursor: null };
      await this.#backend.mutation(internal.inbox.followThresholds, args);
    }
  }

  /**
   * Everything that each person sees, with new addresses replaced by the former ones, so that a
   * rename alone must not change the result.
   */
  async views(): Promise<unknown> {
    const isSame = this.#renamed === null && this.#seen.acts === this.#acts;
    if (!isSame) this.#seen = { acts: this.#acts, views: await this.#readViews() };
    return this.#seen.views;
  }

  async #readViews(): Promise<unknown> {
    const views: Record<string, unknown> = {};
    for (const label of LABELS) views[label] = await this.#viewOf(label);
    const text = JSON.stringify(views);
    const renamed = this.#renamed;
    const same = renamed ? text.replaceAll(newAddressOf(renamed), addressOf(renamed)) : text;
    return JSON.parse(same) as unknown;
  }

  async #viewOf(label: Label): Promise<Record<string, unknown>> {
    const as = this.#as(label);
    const role = ROLES[label];
    const view: Record<string, unknown> = {
      standsInFor: (await as.query(api.users.viewer, {}))?.standsInFor,
      inbox: (await as.query(api.inbox.waiting, {})).items.map(withoutId),
      sent: (await as.query(api.inbox.sent, { limit: 50 })).items.map(withoutId),
      news: (await as.query(api.inbox.news, { paginationOpts })).page.map(newsInWords).sort(),
      unseen: (await as.query(api.inbox.unseenNews, {})).items.map(newsInWords).sort(),
      digests: await this.#digestsOf(label),
      counts: await as.query(api.dashboard.counts, {}),
      chart: (await as.query(api.dashboard.colleagues, { paginationOpts })).page
        .map(({ email, counts }) => JSON.stringify([email, counts]))
        .sort(),
      people: (await as.query(api.users.listWithCounts, { paginationOpts })).page
        .map(({ email, supervisor, inusesampl }) => [email, supervisor, inusesampl].join())
        .map((text) => text.replaceAll(".new@", "@"))
        .sort(),
    };
    view.counts = await as.query(api.samples.counts, { list: "transfer" });
    for (const [list, scope] of rangesOf(role)) {
      for (const status of statusesIn(list, scope)) {
        const { page } = await as.query(api.samples.list, { list, scope, status, paginationOpts });
        if (page.length > 0) view[`${list} ${scope} ${status}`] = page.map(withoutTimes);
      }
    }
    for (const [index, sampleId] of this.#samples.entries()) {
      const sample = await as.query(api.samples.get, { sampleId });
      view[`sample ${index}`] = sample && withoutTimes(sample);
    }
    for (const scope of role === "user" ? (["mine"] as const) : (["mine", "team"] as const)) {
      view[`history ${scope}`] = await this.#historyOf(label, scope);
    }
    return view;
  }

  async #historyOf(label: Label, scope: "mine" | "team"): Promise<string[]> {
    const records: string[] = [];
    for (let cursor: string | null = null; ;) {
      const args = { scope, paginationOpts: { ...paginationOpts, cursor } };
      const found: {
        page: { serialNumber: string; action: string; transactionId?: string }[];
        isDone: boolean;
        continueCursor: string;
      } = await this.#as(label).query(api.history.list, args);
      records.push(...found.page.map(({ action, transactionId }) => `${action} ${transactionId}`));
      if (found.isDone) return records.sort();
      cursor = found.continueCursor;
    }
  }

  /** The digests sent to a person under either address. */
  async #digestsOf(label: Label): Promise<string[]> {
    const mails = await this.#backend.run((ctx) => ctx.db.query("mail").collect());
    return mails
      .filter(({ to }) => to === addressOf(label) || to === newAddressOf(label))
      .filter(({ message }) => message.text.includes("at most one of these e-mails a day"))
      .map(({ nextAttemptAt, message }) => `${nextAttemptAt} ${message.text}`);
  }

  /** Counts that differ from what people hold. */
  async drift(): Promise<unknown[]> {
    const people = await this.#backend.run((ctx) => ctx.db.query("users").collect());
    const drifts = await this.#backend.run((ctx) => Check.driftOfTotals(ctx));
    for (const { email } of people) {
      const { stored, counted } = await this.#backend.run((ctx) =>
        Check.pageOfHeld(ctx, { email, cursor: null }),
      );
      drifts.push(...differences(email, stored, counted));
    }
    return drifts;
  }

  /** True if a document that should have been updated still has the former address. */
  async namesFormerAddress(): Promise<boolean> {
    const renamed = this.#renamed;
    if (renamed === null) return false;
    const documents = await this.#backend.run(async (ctx) => {
      const people = await ctx.db.query("users").collect();
      return JSON.stringify([
        await ctx.db.query("samples").collect(),
        await ctx.db.query("counterSamples").collect(),
        await ctx.db.query("earlierCounts").collect(),
        await ctx.db.query("counterTeams").collect(),
        await ctx.db.query("dailyFigures").collect(),
        await ctx.db.query("digests").collect(),
        await ctx.db.query("snoozes").collect(),
        await ctx.db.query("absences").collect(),
        (await ctx.db.query("notifications").collect()).map(({ to }) => to),
        people.map(({ supervisor, away }) => ({ supervisor, away })),
      ]);
    });
    return documents.includes(`"${addressOf(renamed)}"`);
  }
}

/** Parts of lists that together read every index that names people. */
function rangesOf(role: Role): [ListName, Scope][] {
  const awaited = HAND_OVER_LISTS.map((list): [ListName, Scope] => [list, "addressed"]);
  const held = scopesToShow(role, "report").map((scope): [ListName, Scope] => ["report", scope]);
  return [...held, ["delete", "mine"], ...awaited];
}

/** An inbox item without its id, which differs between the two worlds. */
function withoutId<Item extends object>(item: Item) {
  return { ...item, sampleId: null };
}

function newsInWords({ at, actor, notice }: News): string {
  return JSON.stringify([at, withoutId(notice), actor]);
}

/**
 * Fields of a sample about people and its state, without times, which differ between the two
 * worlds.
 */
function withoutTimes(sample: Record<string, unknown>) {
  const fields = [
    "serialNumber",
    "status",
    "samplmanag",
    "lastmanag",
    "supervisor",
    "registeredby",
    "inTransitTo",
    "inTransitToSuper",
    "inReturnTo",
    "inOSapprby",
    "pendingWith",
  ];
  const resumes = sample.resumes as { status?: string; inTransitTo?: string } | undefined;
  return [...fields.map((field) => sample[field] ?? null), resumes?.status, resumes?.inTransitTo];
}
