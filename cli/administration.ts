import type { FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";
import { api, internal } from "../convex/_generated/api";
import type { SettingsInput } from "../domain/settings";
import { adminClient, asTerminal } from "./admin";
import { readConfig } from "./config";

/** The option of every command that the record of administration shows. */
export const REASON = ["--reason <text>", "why, for the record of administration"] as const;
export type Why = { reason?: string };

/**
 * Runs a mutation of administrators: as the signed-in admin, else with the admin key, for which
 * each mutation has a twin that takes the same arguments.
 */
async function administer<Args extends Record<string, unknown>, Answer>(
  asPerson: FunctionReference<"mutation", "public", Args, Answer>,
  twin: FunctionReference<"mutation", "internal", Args, Answer>,
  args: Args,
): Promise<Answer> {
  const { client, by } = await adminClient(await readConfig());
  const reference = by === "person" ? asPerson : asTerminal(twin);
  return await client.mutation(reference, ...([args] as OptionalRestArgs<typeof reference>));
}

/** Changes some of a person's settings. @param email as typed */
export async function updateSettings(
  email: string,
  settings: SettingsInput,
  reason: string | undefined,
): Promise<FunctionReturnType<typeof api.users.update>> {
  const why = reason === undefined ? {} : { reason };
  const { update, updateFromTerminal } = { ...api.users, ...internal.users };
  return await administer(update, updateFromTerminal, { email, settings, ...why });
}
