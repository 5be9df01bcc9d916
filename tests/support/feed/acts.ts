import { ConvexError } from "convex/values";
import fc from "fast-check";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { STEPS, type Step } from "#domain/custody/workflow";
import type { Backend } from "../deployments/backend";
import { newId, next, PEOPLE, type Lab } from "../custody/lab";
import { importBatch } from "../data/importBatch";
import { numberedSample } from "../functions/numberedSample";
import type { SampleCopy } from "./sampleCopy";
import type { TeamTable } from "./teamTable";

/** A deployment, and the replicas of its samples that follow it. */
export type Scene = {
  readonly lab: Lab;
  readonly backend: Backend;
  /** E-mail of an admin who loses the role and gets it back. */
  readonly eve: string;
  /** Replicas of two admins; Eve's is dropped while she is not an admin. */
  readonly copies: { readonly adam: SampleCopy; readonly eve: SampleCopy };
  /** The table of samples held by the team of Sara, the supervisor. */
  readonly team: TeamTable;
  /** Samples that acts may use, newest last. */
  readonly samples: Id<"samples">[];
};

const KINDS = [
  { weight: 8, kind: "step" },
  { weight: 4, kind: "register" },
  { weight: 2, kind: "edit" },
  { weight: 2, kind: "remove" },
  { weight: 1, kind: "import" },
  { weight: 1, kind: "supervisor" },
  { weight: 1, kind: "role" },
  { weight: 3, kind: "pullAdam" },
  { weight: 1, kind: "pullEve" },
  { weight: 3, kind: "pullTeam" },
  { weight: 1, kind: "load" },
  { weight: 1, kind: "loadTeam" },
  { weight: 1, kind: "restart" },
  { weight: 1, kind: "backup" },
  { weight: 1, kind: "restore" },
] as const;
type Kind = (typeof KINDS)[number]["kind"];

export type Act = { readonly kind: Kind; readonly by: Name; readonly step: Step; which: number };
type Name = (typeof PEOPLE)[number];

/** One act: its kind, who does it, and with which of the latest twelve samples. */
export const anAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.oneof(
    ...KINDS.map(({ weight, kind }) => ({ weight, arbitrary: fc.constant<Kind>(kind) })),
  ),
  by: fc.constantFrom(...PEOPLE),
  step: fc.constantFrom(...STEPS),
  which: fc.nat({ max: 11 }),
});

/**
 * Performs the next act of `queue`, skipping it if the workflow refuses. While a replica loads, the
 * following acts happen between its pages.
 */
export async function perform(scene: Scene, queue: Act[]): Promise<void> {
  const act = queue.shift();
  if (act === undefined) return;
  try {
    await PERFORMERS[act.kind](scene, act, queue);
  } catch (error) {
    if (!(error instanceof ConvexError)) throw error;
  }
}

type Performer = (scene: Scene, act: Act, queue: Act[]) => Promise<unknown>;

const PERFORMERS: Readonly<Record<Kind, Performer>> = {
  step: ({ lab, samples }, { step, by, which }) =>
    lab.take(step, lab[by], samples.at(-1 - which) ?? ""),
  register: async ({ lab, samples }, { by }) => samples.push(await lab.register(lab[by])),
  edit: ({ lab, samples }, { by, which }) =>
    lab.as(lab[by]).mutation(api.samples.edit, {
      transactionId: newId(),
      sampleId: samples.at(-1 - which) ?? "",
      duplicates: "reject",
      fields: { ...numberedSample(next()), comments: `Edited by ${by}` },
    }),
  remove: ({ lab, samples }, { by, which }) =>
    lab.as(lab[by]).mutation(api.samples.remove, {
      transactionId: newId(),
      sampleId: samples.at(-1 - which) ?? "",
    }),
  import: ({ lab }) =>
    importBatch(
      lab.as(lab.adam),
      [1, 2, 3].map((row) => ({ row, fields: importedFields() })),
    ),
  supervisor: ({ lab, eve }, { by, which }) =>
    lab.as(eve).mutation(api.users.update, {
      email: lab[by],
      settings: { supervisor: which % 2 === 0 ? lab.sara : lab.adam },
    }),
  role: ({ lab, eve }, { which }) =>
    lab.as(lab.adam).mutation(api.users.update, {
      email: eve,
      settings: { role: which % 2 === 0 ? "user" : "admin" },
    }),
  pullAdam: ({ lab, copies }) => copies.adam.pull(lab.as(lab.adam)),
  pullEve: ({ lab, copies, eve }) => copies.eve.pull(lab.as(eve)),
  load: (scene, _, queue) =>
    scene.copies.adam.load(scene.lab.as(scene.lab.adam), async () => {
      if (queue[0]?.kind === "load" || queue[0]?.kind === "pullAdam") queue.shift();
      else await perform(scene, queue);
    }),
  pullTeam: ({ lab, team }) => team.pull(lab.as(lab.sara)),
  loadTeam: (scene, _, queue) =>
    scene.team.load(scene.lab.as(scene.lab.sara), async () => {
      const isNext = (kind: Kind) => queue[0]?.kind === kind;
      if (isNext("loadTeam") || isNext("pullTeam")) queue.shift();
      else await perform(scene, queue);
    }),
  restart: ({ backend }) => restart(backend),
  backup: async ({ backend }) => backend.backup?.(),
  restore: ({ backend }) => restore(backend),
};

function importedFields(): Record<string, string> {
  const { lat, lng, receiveDate, ...texts } = numberedSample(next());
  return texts;
}

/** Restarts the deployment, like `npm start`. */
export async function restart(backend: Backend): Promise<void> {
  await backend.restart?.();
  await backend.admin.mutation(internal.sampleFeed.startRun, {});
}

/** Restores the latest backup, if there is one, and starts. */
export async function restore(backend: Backend): Promise<void> {
  if (!(await backend.restore?.())) return;
  await backend.admin.mutation(internal.sampleFeed.startRun, {});
}
