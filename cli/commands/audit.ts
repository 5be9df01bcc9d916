import { Command, Option } from "commander";
import { api, internal } from "../../convex/_generated/api";
import { AUDIT_ACTIONS, describeAuditChanges, type AuditAction } from "#domain/accounts/audit";
import { auditFilterColumns } from "#domain/accounts/auditTable";
import { DAY_MS } from "#domain/common/durations";
import { rowMatcher } from "#domain/tables/tableFilters";
import { adminClient, functionFor } from "../admin";
import { readConfig } from "../config";
import { day, examples, wholeNumber } from "../options";
import { dateText, note, printJson, printTable } from "../output";
import { allRows, filterRows, firstRows } from "../pages";

type Options = {
  person?: string;
  by?: string;
  action?: AuditAction;
  since?: number;
  until?: number;
  limit: number;
  json?: true;
};

/** Converts the options to the query that the admins' page would send. */
function queryOf({ person, by, action, since, until }: Options) {
  const select = (field: string, value: string | undefined) =>
    value === undefined ? [] : [{ kind: "select" as const, field, anyOf: [value] }];
  const dates = {
    ...(since === undefined ? {} : { from: since }),
    ...(until === undefined ? {} : { before: until + DAY_MS }),
  };
  return {
    search: "",
    timeZone: "UTC",
    conditions: [
      { kind: "dates" as const, field: "at", ...dates },
      ...select("person", person?.toLowerCase()),
      ...select("email", by?.toLowerCase()),
      ...select("action", action),
    ],
  };
}

export const audit = new Command("audit")
  .description("Shows the audit log: who changed what of whom, newest first")
  .option("--person <email>", "only changes of this person")
  .option("--by <email>", "only changes made by this person")
  .addOption(new Option("--action <action>", "only this kind of change").choices(AUDIT_ACTIONS))
  .option("--since <day>", "from this day on (YYYY-MM-DD, UTC)", day)
  .option("--until <day>", "up to this day, included", day)
  .option("--limit <n>", "at most so many", wholeNumber(1, 100_000), 50)
  .option("--json", "print one JSON object per record")
  .addHelpText(
    "after",
    examples(
      "sms audit --person ana@example.com",
      'sms audit --action "Employee Updated" --since 2026-11-01 --json',
    ),
  )
  .action(async (options: Options) => {
    const { client, by } = await adminClient(await readConfig());
    const reference = functionFor(by, api.audit.list, internal.audit.listFromTerminal);
    const query = queryOf(options);
    const test = rowMatcher(auditFilterColumns("UTC"))(query);
    const rows = allRows((paginationOpts) => client.query(reference, { query, paginationOpts }));
    const records = await firstRows(filterRows(rows, test), options.limit);
    if (options.json) return records.forEach(printJson);
    if (records.length === 0) return note("Nothing is recorded.");
    printTable(records, [
      { title: "Date", value: ({ at }) => dateText(at) },
      { title: "By", rank: 1, value: ({ email, origin }) => email ?? `(${origin})` },
      { title: "Action", value: ({ action }) => action },
      { title: "Of", value: ({ person, entry }) => person ?? entry ?? "" },
      { title: "Changes", rank: 1, value: ({ changes }) => describeAuditChanges(changes) },
      { title: "Reason", rank: 2, value: ({ reason }) => reason ?? "" },
    ]);
  });
