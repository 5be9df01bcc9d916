import { createHash } from "node:crypto";
import { checkData } from "../../../engine/check";
import { filesPath } from "../../../engine/dataFolder";
import { openDeployment, type Deployment } from "../../../engine/deployment";
import type { ReadTransaction } from "../../../engine/commit/database";
import { EVERYTHING } from "../../../engine/values/keys";

/** A report on a data folder. */
export interface Reading {
  /** Error that refused the start, or null. */
  readonly refused: string | null;
  /** Error of the first failed read, or null. */
  readonly failed: string | null;
  /** Hash of all documents, as every index lists them, and of all files. */
  readonly content: string;
  readonly adminKey: string;
  /** Faults reported by the check. */
  readonly faults: readonly string[];
}

const NOTHING: Reading = { refused: null, failed: null, content: "", adminKey: "", faults: [] };
const INDEXES = ["by_creation_time", "by_id", "by_channel", "by_channel_and_rank"];

/** Opens the data folder with the test app's bundle. */
export function openApp(dataDir: string, pushRequest: string): Promise<Deployment> {
  const url = "http://127.0.0.1:9";
  return openDeployment({ dataDir, pushRequest, cloudUrl: url, siteUrl: url });
}

/**
 * Starts on the folder, reads everything, then checks everything.
 *
 * @param use receives the report before the deployment is closed, which damage may prevent
 */
export async function readFolder(
  dataDir: string,
  pushRequest: string,
  use: (reading: Reading) => void,
): Promise<void> {
  let deployment;
  try {
    deployment = await openApp(dataDir, pushRequest);
  } catch (error) {
    return use({ ...NOTHING, refused: (error as Error).message });
  }
  const { database, adminKey } = deployment;
  const tx = database.beginRead();
  try {
    const content = await contentOf(deployment, tx);
    const { faults } = await checkData(database, filesPath(dataDir), { isSlow: false });
    use({ ...NOTHING, content, adminKey, faults });
  } catch (error) {
    use({ ...NOTHING, failed: (error as Error).message, adminKey });
  }
  tx.close();
  await deployment.close();
}

export async function contentOf({ files }: Deployment, tx: ReadTransaction): Promise<string> {
  const hash = createHash("sha256");
  for (const index of INDEXES) {
    for (const { json } of tx.scan(`messages.${index}`, EVERYTHING, "asc")) hash.update(json);
  }
  for (const { id } of tx.scan("_storage.by_creation_time", EVERYTHING, "asc")) {
    const file = await files.read(tx, id);
    hash.update(file!.bytes);
  }
  return hash.digest("hex");
}
