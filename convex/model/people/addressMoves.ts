import { omitUndefined } from "#domain/common/objects";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import { oncePerTransaction } from "../../lib/oncePerTransaction";

/**
 * Reads documents that still name a person by the address before their present one. The account
 * itself changes in one transaction (model/staff/emailChange.ts); the documents that name the
 * person follow in batches (model/staff/followAddress.ts):
 *
 * start --> users --> counterSamples --> earlierCounts --> invitations --> notifications -->
 * reportSchedules --> savedViews --> samples --> finished
 *
 * Each table is read once from its beginning, 500 documents a transaction; of earlierCounts, which
 * has one a person and day, only what names the person. The next batch is scheduled in the
 * transaction of the one before, with the cursor, so a crash loses none. Samples come last, because
 * steps copy the supervisor from users into them. Until the end, readers put the present address
 * into what they read (`withPresentAddresses`) and look under both addresses in an index
 * (`addressesNow`). So a list never loses a row and a step is never refused in between.
 */

/** Moves under way at once: each transaction that meets an address reads all of them. */
const MAX_MOVES = 50;

/** Maps each address that documents may still have to the one that replaces it. */
export type Moves = ReadonlyMap<string, string>;

/** Reads the moves under way; nearly always there is none. */
export const readMoves = oncePerTransaction(async (ctx): Promise<Moves> => {
  const moves = await ctx.db.query("addressMoves").take(MAX_MOVES);
  return new Map(moves.map(({ from, to }) => [from, to]));
});

/** The addresses by which documents name the people whose present addresses are given. */
export async function addressesNow(ctx: QueryCtx, ...emails: string[]): Promise<string[]> {
  const moves = await readMoves(ctx);
  return [...emails, ...[...moves].flatMap(([from, to]) => (emails.includes(to) ? [from] : []))];
}

/**
 * Refuses a change of a person's address or supervisor while documents still follow an earlier
 * change of their address: the two would overtake each other.
 *
 * @throws ADDRESS_MOVING
 */
export async function requireSettled(ctx: QueryCtx, email: string): Promise<void> {
  const isMoving = (await addressesNow(ctx, email)).length > 1;
  if (isMoving) throw appError("ADDRESS_MOVING", { email });
}

/**
 * Refuses a further move while there are as many as readers look at: beyond, documents would name
 * somebody whom nobody finds.
 *
 * @throws ADDRESSES_MOVING
 */
export async function requireRoom(ctx: QueryCtx): Promise<void> {
  const { size } = await readMoves(ctx);
  if (size >= MAX_MOVES) throw appError("ADDRESSES_MOVING", { count: size });
}

/** Fields of a sample that name people. `email` is whoever registered it. */
const PERSON_FIELDS = [
  "email",
  "registeredby",
  "samplmanag",
  "lastmanag",
  "supervisor",
  "inTransitTo",
  "inTransitToSuper",
  "inReturnTo",
  "inReturnSuper",
  "inOSapprby",
  "osrequsuper",
  "pendingWith",
] as const satisfies (keyof Doc<"samples">)[];
const RESUMED_FIELDS = ["inTransitTo", "inTransitToSuper"] as const;

type Sample = Doc<"samples">;

/** Returns the fields of `document` whose address is on a move, each with its present address. */
export function presentFields<Field extends string>(
  document: Readonly<Partial<Record<Field, string | undefined>>>,
  fields: readonly Field[],
  moves: Moves,
): { [field in Field]?: string } {
  const changes: { [field in Field]?: string } = {};
  for (const field of fields) {
    const present = moves.get(document[field] ?? "");
    if (present !== undefined) changes[field] = present;
  }
  return changes;
}

/** Returns the fields of a sample that still have a former address, with the present one. */
export function staleFields(sample: Sample, moves: Moves): Partial<Sample> {
  if (moves.size === 0) return {};
  const { lastStep } = sample;
  const fields: Partial<Sample> = staleState(sample, moves);
  if (lastStep === undefined) return fields;
  const was = staleState(lastStep.was, moves);
  if (Object.keys(was).length === 0) return fields;
  return { ...fields, lastStep: { ...lastStep, was: { ...lastStep.was, ...was } } };
}

/** A sample's present state, or the part of an earlier one that an undone step brings back. */
type State = Partial<Pick<Sample, (typeof PERSON_FIELDS)[number] | "resumes">>;

function staleState(state: State, moves: Moves): State {
  const { resumes } = state;
  const present = resumes && presentResumes(resumes, moves);
  return {
    ...presentFields(state, PERSON_FIELDS, moves),
    ...(present === resumes ? {} : omitUndefined({ resumes: present })),
  };
}

/** The state that a decline restores, with present addresses; the same object if nothing moves. */
function presentResumes(state: NonNullable<Sample["resumes"]>, moves: Moves): typeof state {
  const changes = presentFields(state, RESUMED_FIELDS, moves);
  const inner = state.resumes && presentFields(state.resumes, RESUMED_FIELDS, moves);
  const isInnerStale = inner !== undefined && Object.keys(inner).length > 0;
  if (Object.keys(changes).length === 0 && !isInnerStale) return state;
  const resumes = state.resumes && { ...state.resumes, ...inner };
  return { ...state, ...changes, ...(resumes && { resumes }) };
}

/** Returns the sample as if all its documents had followed. */
export function withPresentAddresses(sample: Sample, moves: Moves): Sample {
  return moves.size === 0 ? sample : { ...sample, ...staleFields(sample, moves) };
}

/**
 * Returns samples that were just read, with present addresses. Reads the moves once; without a
 * sample, nothing.
 */
export async function resolveAddresses(ctx: QueryCtx, samples: Sample[]): Promise<Sample[]> {
  if (samples.length === 0) return samples;
  const moves = await readMoves(ctx);
  return moves.size === 0 ? samples : samples.map((sample) => withPresentAddresses(sample, moves));
}

/** Reads a sample, with present addresses; null when it is gone. */
export async function getSample(ctx: QueryCtx, sampleId: Id<"samples">): Promise<Sample | null> {
  const sample = await ctx.db.get("samples", sampleId);
  return sample && withPresentAddresses(sample, await readMoves(ctx));
}
