import type { FunctionReturnType } from "convex/server";
import { api } from "../convex/_generated/api";
import { HAND_OVER_LISTS, scopesToShow } from "#domain/samples/lists";
import { requireViewer, type Client } from "./client";
import { onlyOne } from "./onlyOne";

type Sample = NonNullable<FunctionReturnType<typeof api.samples.get>>;

/**
 * Finds the only sample that the caller may see by a serial number, an IMEI or an id.
 *
 * @throws CliError if there is none, or several; then it lists them with their ids
 */
export async function findSample(client: Client, text: string): Promise<Sample> {
  const viewer = await requireViewer(client);
  const byId = await client.query(api.samples.get, { sampleId: text });
  if (byId !== null) return byId;
  const parts = [
    { list: "report" as const, scopes: scopesToShow(viewer.role, "report") },
    ...HAND_OVER_LISTS.map((list) => ({ list, scopes: ["addressed" as const] })),
  ];
  const found = await Promise.all(
    parts.map((part) => client.query(api.samples.identified, { ...part, text })),
  );
  const samples = [...new Map(found.flat().map((sample) => [sample._id, sample])).values()];
  const lines = samples.map(
    ({ _id, serialNumber, samplmanag }) => `\n  ${_id}  ${serialNumber}, ${samplmanag}`,
  );
  return onlyOne(
    samples,
    `You see no sample with "${text}".`,
    (count) => `${count} samples have "${text}". Give the id of one:${lines.join("")}`,
  );
}
