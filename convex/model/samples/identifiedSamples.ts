import type { Doc, Id } from "../../_generated/dataModel";
import { appError } from "../../lib/errors";
import type { ActorQueryCtx } from "../../lib/functions";
import { getSample } from "../people/addressMoves";
import * as Identifiers from "./identifiers";
import { maySee } from "../people/visibility";

/**
 * Finds the samples that the actor may see by an id, a label's address, an IMEI of either slot, or
 * a serial number: one, or up to 20 that share an IMEI.
 */
export async function visibleSamplesWith(
  ctx: ActorQueryCtx,
  text: string,
): Promise<Doc<"samples">[]> {
  for (const sampleIds of await Identifiers.findMeanings(ctx, text)) {
    const visible = await visibleSamples(ctx, sampleIds);
    if (visible.length > 0) return visible;
  }
  return [];
}

async function visibleSamples(ctx: ActorQueryCtx, sampleIds: readonly Id<"samples">[]) {
  const samples: Doc<"samples">[] = [];
  for (const sampleId of sampleIds) {
    const sample = await getSample(ctx, sampleId);
    if (sample !== null && (await maySee(ctx, ctx.actor, sample))) samples.push(sample);
  }
  return samples;
}

/** The only sample that `text` means. @throws SAMPLE_MISSING, IDENTIFIER_SHARED */
export async function oneVisible(ctx: ActorQueryCtx, text: string): Promise<Doc<"samples">> {
  const found = await visibleSamplesWith(ctx, text);
  const [first] = found;
  if (first === undefined) throw appError("SAMPLE_MISSING");
  if (found.length > 1) {
    const ids = found.map(({ _id }) => _id).join(", ");
    throw appError("IDENTIFIER_SHARED", { count: found.length, text, ids });
  }
  return first;
}
