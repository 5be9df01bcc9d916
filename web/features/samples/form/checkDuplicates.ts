import type { ConvexReactClient } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import type { Identifiers } from "./useDuplicates";

/** A problem that keeps a form from being saved: at one field, or of the whole form (`root`). */
export type FormProblem = { field: string; message: string };

const IDENTIFIERS = ["imei1", "imei2", "serialNumber"] as const;

/**
 * Asks, before the full form saves, whether other samples bear what is typed (docs/product.md,
 * "Registration: live check"). Identifiers that the sample bore before it was edited are not asked
 * about again. The mutation checks once more, in the transaction that saves.
 *
 * @param before the sample's identifiers; empty texts for a new one
 */
export async function checkDuplicates(
  client: ConvexReactClient,
  typed: Identifiers,
  before: Identifiers,
  editedId: string | undefined,
): Promise<FormProblem[]> {
  const changed = IDENTIFIERS.filter((field) => typed[field].trim() !== before[field]);
  if (changed.length === 0) return [];
  const answer = client.query(api.identifiers.check, {
    ...Object.fromEntries(changed.map((field) => [field, typed[field].trim()])),
    ...(editedId !== undefined && { exceptSampleId: editedId }),
  });
  const outcome = await attempt(withConnection(client, answer));
  if (!outcome.ok) {
    const message = outcome.code === null ? MESSAGES.duplicateCheckFailed : outcome.message;
    return [{ field: "root", message }];
  }
  if (outcome.value.length === 0) return [];
  const taken = outcome.value.map(({ field, message }) => ({ field, message }));
  return [...taken, { field: "root", message: MESSAGES.resolveDuplicates }];
}
