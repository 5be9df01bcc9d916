import { Command } from "commander";
import { requireAdminKey } from "../admin";
import { downloadBackup } from "../backup";
import { COMMANDS } from "../commandNames";
import { readConfig } from "../config";
import { examples } from "../options";
import { print, printJson } from "../output";
import { startCounter } from "../progress";

type Options = { to: string; json?: true };

export const backup = new Command("backup")
  .description("Copies all data and files of the embedded deployment into one verified file")
  .option("--to <path>", "the file, or a folder for a file named by the time", ".")
  .option("--json", "print the file's name, its bytes and its stored files as one JSON object")
  .addHelpText(
    "after",
    `
The file holds everybody's data and the server's keys: keep it as secret as they are. People go on
working meanwhile. For a deployment on Convex Cloud, run "npx convex export --path FILE.zip".
${examples("sms backup --to /mnt/backups", "sms backup --to lab.backup")}`,
  )
  .action(async ({ to, json }: Options) => {
    const config = await readConfig();
    const adminKey = await requireAdminKey(config);
    const counter = startCounter((bytes) => `${inMegabytes(bytes)} read`);
    const result = await downloadBackup({ url: config.url, adminKey }, to, counter.add).finally(
      counter.end,
    );
    if (json) return printJson(result);
    print(
      `${result.file}: ${inMegabytes(result.bytes)}, ${result.files} stored files, verified. ` +
        `To restore: ${COMMANDS.engine} restore ${result.file} --data NEW-FOLDER`,
    );
  });

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
