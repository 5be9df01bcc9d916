/**
 * Reads documents that may still name a person by their previous address. The account itself
 * changes in one transaction (model/staff/emailChange.ts); the documents that name the person are
 * updated in batches (model/staff/followAddress.ts):
 *
 * start --> users --> counterSamples --> earlierCounts --> invitations --> notifications -->
 * reportSchedules --> savedViews --> samples --> finished
 *
 * Each table is scanned once from its beginning, 100 documents per transaction; in earlierCounts,
 * which has one document per person and day, only the documents that name the person. Each
 * transaction schedules the next batch with its cursor, so a crash loses none. Samples come last,
 * because steps copy the supervisor from users into them. Until the end, readers replace former
 * addresses in the documents they read (`withPresentAddresses`) and search indexes under both
 * addresses (`addressesNow`). So no list loses a row and no step is refused in the meantime.
 */
import { omitUndefined } from "#domain/common/objects";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import { oncePerTransaction } from "../../lib/oncePerTransaction";

/**
 * Maximum number of concurrent moves: each transaction that handles an address reads all of them.
 */
const MAX_MOVES = 50;

/** Maps each former address that documents may still contain to its replacement. */
export type Moves = ReadonlyMap<string, string>;

/** Reads the moves under way; usually there is none. */
export const readMoves = oncePerTransaction(async (ctx): Promise<Moves> => {
  const moves = await ctx.db.query("addressMoves").take(MAX_MOVES);
  return new Map(moves.map(({ from, to }) => [from, to]));
});

/** Returns every address under which documents may name the people with these present addresses. */
export async function addressesNow(ctx: QueryCtx, ...emails: string[]): Promise<string[]> {
  const moves = await readMoves(ctx);
  return [...emails, ...[...moves].flatMap(([from, to]) => (emails.includes(to) ? [from] : []))];
}

/**
 * Refuses a change of a person's address or supervisor while an earlier change of their address is
 * still being applied to documents: the two updates would race.
 *
 * @throws ADDRESS_MOVING
 */
export async function requireSettled(ctx: QueryCtx, email: string): Promise<void> {
  const isMoving = (await addressesNow(ctx, email)).length > 1;
  if (isMoving) throw appError("ADDRESS_MOVING", { email });
}

/**
 * Refuses a further move once MAX_MOVES are under way: readers would miss any additional one.
 *
 * @throws ADDRESSES_MOVING
 */
export async function requireRoom(ctx: QueryCtx): Promise<void> {
  const { size } = await readMoves(ctx);
  if (size >= MAX_MOVES) throw appError("ADDRESSES_MOVING", { count: size });
}

/** Fields of a sample that contain a person's e-mail. `email` is the registrant's. */
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

/**
 * Returns the fields of `document` that contain a former address, with the present address instead.
 */
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

/** Returns the fields of a sample that still contain a former address, with the present address. */
export function staleFields(sample: Sample, moves: Moves): Partial<Sample> {
  if (moves.size === 0) return {};
  const { lastStep } = sample;
  const fields: Partial<Sample> = staleState(sample, moves);
  if (lastStep === undefined) return fields;
  const was = staleState(lastStep.was, moves);
  if (Object.keys(was).length === 0) return fields;
  return { ...fields, lastStep: { ...lastStep, was: { ...lastStep.was, ...was } } };
}

/** A sample's current state, or the part of an earlier state that an undo restores. */
type State = Partial<Pick<Sample, (typeof PERSON_FIELDS)[number] | "resumes">>;

function staleState(state: State, moves: Moves): State {
  const { resumes } = state;
  const present = resumes && presentResumes(resumes, moves);
  return {
    ...presentFields(state, PERSON_FIELDS, moves),
    ...(present === resumes ? {} : omitUndefined({ resumes: present })),
  };
}

/** The state that a decline restores, with present addresses; the same object if none changed. */
function presentResumes(state: NonNullable<Sample["resumes"]>, moves: Moves): typeof state {
  const changes = presentFields(state, RESUMED_FIELDS, moves);
  const inner = state.resumes && presentFields(state.resumes, RESUMED_FIELDS, moves);
  const isInnerStale = inner !== undefined && Object.keys(inner).length > 0;
  if (Object.keys(changes).length === 0 && !isInnerStale) return state;
  const resumes = state.resumes && { ...state.resumes, ...inner };
  return { ...state, ...changes, ...(resumes && { resumes }) };
}

/** Returns the sample as it will be when all moves have finished. */
export function withPresentAddresses(sample: Sample, moves: Moves): Sample {
  return moves.size === 0 ? sample : { ...sample, ...staleFields(sample, moves) };
}

/**
 * Replaces former addresses in samples that were just read. Reads the moves once; reads nothing if
 * there are no samples.
 */
export async function resolveAddresses(ctx: QueryCtx, samples: Sample[]): Promise<Sample[]> {
  if (samples.length === 0) return samples;
  const moves = await readMoves(ctx);
  return moves.size === 0 ? samples : samples.map((sample) => withPresentAddresses(sample, moves));
}

/** Reads a sample, with present addresses; null if it does not exist. */
export async function getSample(ctx: QueryCtx, sampleId: Id<"samples">): Promise<Sample | null> {
  const sample = await ctx.db.get("samples", sampleId);
  return sample && withPresentAddresses(sample, await readMoves(ctx));
}
