import { Argument, Command, Option } from "commander";
import { api, internal } from "../../convex/_generated/api";
import {
  employeeFilterColumns,
  PERSON_STATUSES,
  personStatus,
  type PersonStatus,
} from "#domain/people/employeeTable";
import { daysOverMaximum } from "#domain/custody/limits";
import { omitUndefined } from "#domain/common/objects";
import { STATUSES } from "#domain/custody/statuses";
import { rowMatcher } from "#domain/tables/tableFilters";
import { ROLES, type Role } from "#domain/custody/workflow";
import {
  administer,
  getPerson,
  noteUnsupervised,
  REASON,
  updateSettings,
  type ReasonOption,
} from "../administration";
import { signedInClient } from "../client";
import { readConfig } from "../config";
import { examples, wholeNumber } from "../options";
import { dateText, note, printJson, printTable } from "../output";
import { serverNow } from "../serverClock";
import { allRows, filterRows, firstRows } from "../pages";
import { handOver } from "./handOver";
import { invite } from "./invite";
import { resetSecondFactor, secondFactor, signInLink, unlink } from "./signIns";

const setRole = new Command("set-role")
  .description("Makes a person a user, a supervisor or an admin (also the first admin)")
  .argument("<email>", "whose role")
  .addArgument(new Argument("<role>", "the new role").choices(ROLES))
  .option(...REASON)
  .addHelpText("after", examples("sms users set-role helena@example.com admin"))
  .action(async (email: string, role: Role, { reason }: ReasonOption) => {
    const { unsupervised } = await updateSettings(email, { role }, reason);
    note(`${email} is now ${role}.`);
    noteUnsupervised(email, unsupervised);
  });

const setSupervisor = new Command("set-supervisor")
  .description("Gives a person another supervisor; the samples they hold follow")
  .argument("<email>", "whose supervisor")
  .argument("<supervisor>", "e-mail of a supervisor or an admin")
  .option(...REASON)
  .addHelpText("after", examples("sms users set-supervisor ana@example.com ingrid@example.com"))
  .action(async (email: string, supervisor: string, { reason }: ReasonOption) => {
    await updateSettings(email, { supervisor }, reason);
    note(`${supervisor} now supervises ${email}.`);
  });

const setEmail = new Command("set-email")
  .description("Corrects a person's e-mail; records under the former one follow")
  .argument("<email>", "their present e-mail")
  .argument("<newEmail>", "the e-mail that they sign in with from now on")
  .option(...REASON)
  .addHelpText(
    "after",
    examples('sms users set-email ana.lima@example.com ana.souza@example.com --reason "married"'),
  )
  .action(async (email: string, newEmail: string, { reason }: ReasonOption) => {
    const args = omitUndefined({ email, newEmail, reason });
    await administer(api.users.setEmail, internal.users.setEmailFromTerminal, args);
    note(`${email} is now ${newEmail}. Samples that name them follow within seconds.`);
  });

const disable = switchCommand("disable").description(
  "Disables a person's account and signs them out everywhere",
);
const enable = switchCommand("enable").description("Lets a person sign in again");

/** Creates the command that disables or enables an account. */
function switchCommand(name: "disable" | "enable") {
  const disabled = name === "disable";
  return new Command(name)
    .argument("<email>", "whose account")
    .option(...REASON)
    .addHelpText("after", examples(`sms users ${name} ana@example.com`))
    .action(async (email: string, { reason }: ReasonOption) => {
      const { unsupervised } = await updateSettings(email, { disabled }, reason);
      note(`${email} is now ${name}d.`);
      noteUnsupervised(email, unsupervised);
    });
}

type ListOptions = {
  role?: Role;
  supervisor?: string;
  status?: PersonStatus;
  search?: string;
  limit: number;
  json?: true;
};

/** Converts the options to the query that the app's table of people would send. */
function queryOf({ role, supervisor, status, search = "" }: ListOptions) {
  const chosen = { role, supervisor: supervisor?.toLowerCase(), status };
  const conditions = Object.entries(chosen).flatMap(([field, value]) =>
    value === undefined ? [] : [{ kind: "select" as const, field, anyOf: [value] }],
  );
  return { search, conditions, timeZone: "UTC" };
}

const list = new Command("list")
  .description("Lists the users that your role shows")
  .addOption(new Option("--role <role>", "only these").choices(ROLES))
  .option("--supervisor <email>", "only who reports to this person")
  .addOption(new Option("--status <status>", "only these").choices(PERSON_STATUSES))
  .option("--search <words>", "only who has all these words in name, e-mail, address …")
  .option("--limit <n>", "at most so many", wholeNumber(1, 100_000), 100)
  .option("--json", "print one JSON object per user")
  .addHelpText(
    "after",
    examples(
      "sms users list",
      "sms users list --supervisor ingrid@example.com --status Active",
      "sms users list --limit 10000 --json > people.jsonl",
    ),
  )
  .action(async (options: ListOptions) => {
    const client = signedInClient(await readConfig());
    const query = queryOf(options);
    const test = rowMatcher(employeeFilterColumns("UTC"))(query);
    const everyone = allRows((paginationOpts) =>
      client.query(api.users.listWithCounts, { query, paginationOpts }),
    );
    const users = await firstRows(filterRows(everyone, test), options.limit);
    if (options.json) return users.forEach((user) => printJson(withDaysOver(user)));
    if (users.length === 0) return note("No users.");
    printTable(users, [
      { title: "E-mail", value: (user) => user.email },
      { title: "Name", rank: 1, value: (user) => user.displayName },
      { title: "Role", value: (user) => user.role },
      { title: "Supervisor", rank: 1, value: (user) => user.supervisor ?? "" },
      { title: "City", rank: 3, value: (user) => user.city },
      { title: "Country", rank: 3, value: (user) => user.country },
      { title: "In Use", rank: 2, value: (user) => `${user.inusesampl}/${user.samplmax}` },
      { title: "Holds", rank: 2, value: (user) => `${user.answersFor}/${user.trOwnerSamples}` },
      { title: "Status", value: personStatus },
      { title: "Since", rank: 4, value: (user) => dateText(user._creationTime) },
    ]);
  });

/** Adds the days for which a person has been over `samplmax`, named as in the labs' sheets. */
function withDaysOver<Person extends { readonly overMaximumSince?: number }>(person: Person) {
  const { overMaximumSince, ...others } = person;
  return { ...others, samplmaxtrig: daysOverMaximum(overMaximumSince, serverNow()) };
}

const show = new Command("show")
  .description("Shows a person's record and what they hold, by status")
  .argument("<email>", "who")
  .option("--json", "print one JSON object")
  .addHelpText("after", examples("sms users show ana@example.com"))
  .action(async (email: string, options: { json?: true }) => {
    const { counts, ...person } = withDaysOver(await getPerson(email));
    if (options.json) return printJson({ ...person, counts });
    const rows = [
      ["E-mail", person.email],
      ["Name", person.displayName],
      ["Role", person.role],
      ["Status", personStatus(person)],
      ["Supervisor", person.supervisor ?? ""],
      ["Phone", person.phoneNumber],
      ["Address", person.userLocation],
      ["Last sign-in", dateText(person.lastSignInTime)],
      ...(person.secondFactorSince === undefined
        ? []
        : [["Second factor", `since ${dateText(person.secondFactorSince)}`]]),
      ...STATUSES.map((status) => [status, String(counts[status])]),
      ["Holds", `${person.answersFor} of ${person.trOwnerSamples}`],
      ["In use", `${person.inusesampl} of ${person.samplmax}`],
      ...(person.samplmaxtrig === undefined ? [] : [["Days over", String(person.samplmaxtrig)]]),
    ];
    printTable(rows, [
      { title: "Field", value: ([field = ""]) => field },
      { title: "Value", value: ([, value = ""]) => value },
    ]);
  });

export const users = new Command("users")
  .description("Lists people, and changes their role, supervisor, e-mail or status")
  .addHelpText("after", examples("sms users list", "sms users set-role you@example.com admin"))
  .addCommand(list)
  .addCommand(show)
  .addCommand(setRole)
  .addCommand(setSupervisor)
  .addCommand(setEmail)
  .addCommand(disable)
  .addCommand(enable)
  .addCommand(signInLink)
  .addCommand(unlink)
  .addCommand(secondFactor)
  .addCommand(resetSecondFactor)
  .addCommand(invite)
  .addCommand(handOver);
