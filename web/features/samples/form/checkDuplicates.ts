import type { ConvexReactClient } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import type { Identifiers } from "./useDuplicates";

/** A problem that prevents saving: in one field, or in the whole form (`root`). */
export type FormProblem = { field: string; message: string };

const IDENTIFIERS = ["imei1", "imei2", "serialNumber"] as const;

/**
 * Asks the server, before the full form is saved, whether other samples have the typed identifiers
 * (docs/product.md, "Registration: live check"). Skips identifiers that the edited sample already
 * had. The mutation checks again, in the transaction that saves.
 *
 * @param before the sample's identifiers; empty texts for a new sample
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
