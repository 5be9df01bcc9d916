import { Command } from "commander";
import { z } from "#domain/common/zod";
import { sizeText } from "#domain/common/keptState";
import { requireAdminKey } from "../admin";
import { readConfig } from "../config";
import { CliError } from "../errors";
import { fetchFrom, readBody } from "../network";
import { examples } from "../options";
import { print } from "../output";

const PATH = "/api/engine/confirm-upgrade";
/** The deleted state; null when none was kept. */
const answerSchema = z.object({ bytes: z.number() }).nullable();

export const confirmUpgrade = new Command("confirm-upgrade")
  .description("Deletes the data of before the latest upgrade, which is kept for a rollback")
  .addHelpText(
    "after",
    `
From then on the previous version can no longer be started on this data. Without this command the
server deletes it after seven days. "sms doctor" shows what is kept.
${examples("sms confirm-upgrade", "SMS_DATA_DIR=/srv/sms-data sms confirm-upgrade")}`,
  )
  .action(async () => {
    const config = await readConfig();
    const { url } = config;
    const headers = { Authorization: `Convex ${await requireAdminKey(config)}` };
    const response = await fetchFrom(url, new URL(PATH, url), { method: "POST", headers });
    const body = new TextDecoder().decode(await readBody(url, response));
    if (!response.ok) {
      throw new CliError(`${url} keeps no earlier data: it is not the embedded deployment.`);
    }
    const state = answerSchema.parse(JSON.parse(body));
    print(state ? `Deleted ${sizeText(state.bytes)}` : "No earlier data is kept");
  });
