/**
 * The import of people in the browser. The server's part: tests/convex/staff/peopleImports.test.ts.
 */
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ImportRun } from "@/features/imports/importRun";
import { PeopleImportScreen } from "@/features/imports/PeopleImportScreen";
import { peopleImport } from "@/features/imports/peopleImport";
import type { ReadSheet } from "@/features/imports/readSheet";
import { readPeopleColumns } from "#domain/imports/peopleSheet";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet } from "#domain/imports/spreadsheet/parse";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { catchSavedFiles } from "../../support/web/savedFiles";

const savedFile = catchSavedFiles();

type Sent = { row: number; fields: Record<string, string> };

const BAD_ROLE = "Role 'king' is not one of: user, supervisor, admin";

/** Refuses the role "king"; Ana has an account. */
function answer(args: Record<string, unknown>) {
  return (args["rows"] as Sent[]).map(({ row, fields }) => {
    const { role: value, email } = fields;
    if (value === "king") {
      const problems = [{ code: "NOT_A_CHOICE", field: "role", value, reason: BAD_ROLE }];
      return { row, outcome: "refused", problems };
    }
    if (email !== "ana@lab.example") return { row, outcome: "imported" };
    return { row, outcome: args["onDuplicate"] === "update" ? "updated" : "skipped" };
  });
}
const backend = () => new FakeConvex().answer("peopleImports:importBatch", answer);
const calls = (convex: FakeConvex, dryRun: boolean) =>
  convex.sent.map(({ args }) => args).filter((args) => args["dryRun"] === dryRun);
const sheetOf = (text: string) =>
  parseSheet(new TextEncoder().encode(text), SHEET_LIMITS, { table: "people" });

/** Reads in the page itself, because happy-dom has no workers. */
const read: ReadSheet = async (file, options) => ({
  name: file.name,
  hash: "0".repeat(64),
  sheet: await parseSheet(new Uint8Array(await file.arrayBuffer()), SHEET_LIMITS, options),
});
const user = userEvent.setup({ delay: null });
const press = async (name: string) => user.click(await screen.findByRole("button", { name }));

async function choose(text: string, convex = backend()) {
  await renderScreen(convex, <PeopleImportScreen read={read} />);
  await user.upload(screen.getByLabelText(/Choose a/), new File([text], "staff.csv"));
  return convex;
}

const STAFF = "E-mail,Role\nnora@lab.example,user\nola@lab.example,king\nana@lab.example,admin\n";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("an import of people", () => {
  test("is checked when the file is chosen, then invites, and offers the refused rows as a file", async () => {
    const convex = await choose(STAFF);
    await screen.findByText("Nothing is saved yet: 1 to invite, 1 skipped, 1 refused.");
    expect(calls(convex, false)).toEqual([]);
    await press("Import people");
    await screen.findByText("Import completed: 1 invited, 1 skipped, 1 refused.");
    expect(calls(convex, false)).toEqual([
      {
        rows: [
          { row: 2, fields: { email: "nora@lab.example", role: "user" } },
          { row: 3, fields: { email: "ola@lab.example", role: "king" } },
          { row: 4, fields: { email: "ana@lab.example", role: "admin" } },
        ],
        onDuplicate: "skip",
        dryRun: false,
      },
    ]);
    await press("Refused rows");
    const { name, bytes } = await savedFile();
    expect(name).toBe("refused-staff.csv");
    expect(new TextDecoder().decode(bytes)).toContain(`3,"role: ${BAD_ROLE}",ola@lab.example,king`);
  });

  test("changes existing people when told so", async () => {
    const convex = await choose(STAFF);
    const policy = screen.getByLabelText("If a person already has an account or an invitation");
    await user.selectOptions(policy, "Change their settings");
    await screen.findByText("Nothing is saved yet: 1 to invite, 1 to change, 1 refused.");
    expect(calls(convex, true).at(-1)).toMatchObject({ onDuplicate: "update" });
  });

  test("needs a column of e-mails, which can be mapped by hand", async () => {
    await choose("Mailbox,Role\nnora@lab.example,user\n");
    await screen.findByText(/^No column is E-mail\./);
    expect(screen.getByRole("button", { name: "Check 1 row" })).toHaveProperty("disabled", true);
    await user.selectOptions(screen.getByLabelText("Mailbox"), "email");
    await screen.findByText("Nothing is saved yet: 1 to invite, 0 refused.");
  });

  test("refuses a file with passwords, and shows none", async () => {
    const convex = await choose("E-mail,Password\nnora@lab.example,Secret-1!\n");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toMatch(/^Column "Password": passwords are not imported/);
    expect(screen.queryByText(/Secret-1!/)).toBeNull();
    expect(screen.getByRole("button", { name: "Check 1 row" })).toHaveProperty("disabled", true);
    expect(convex.sent).toEqual([]);
  });

  test("shows the server's refusal, and can be checked again", async () => {
    const convex = backend().answer("peopleImports:importBatch", () => {
      throw new Error("gone");
    });
    await choose(STAFF, convex);
    await screen.findByRole("alert");
    convex.answer("peopleImports:importBatch", answer);
    await press("Check 3 rows");
    await screen.findByText(/^Nothing is saved yet: 1 to invite/);
  });

  test("offers a file with the headings", async () => {
    await renderScreen(backend(), <PeopleImportScreen read={read} />);
    await press("Template");
    const { bytes } = await savedFile();
    const { headings } = await sheetOf(new TextDecoder().decode(bytes));
    expect(readPeopleColumns(headings)).toMatchObject({ ignored: [], missing: [], passwords: [] });
  });
});

describe("a person who is in a file twice", () => {
  test("is refused the second time, until one of the e-mails is corrected", async () => {
    const { rows, headings } = await sheetOf(
      "E-mail\nnora@lab.example\nnora@lab.example\nola@lab.example\n",
    );
    const convex = backend();
    const { fields } = readPeopleColumns(headings);
    const kind = peopleImport({ client: convex.asClient(), fields, onDuplicate: "skip" });
    const run = new ImportRun({ kind, rows });
    await run.check();
    expect(run.resultOf(3)?.problems).toMatchObject([{ code: "PERSON_REPEATED", earlierRow: 2 }]);
    await run.edit(2, 0, "per@lab.example");
    expect(run.state().counts).toMatchObject({ imported: 3, refused: 0 });

    await run.edit(4, 0, "nora@lab.example");
    expect(run.resultOf(4)?.problems).toMatchObject([{ earlierRow: 3 }]);
    await run.upload();
    const [{ rows: sent } = { rows: [] }] = calls(convex, false);
    expect((sent as Sent[]).map(({ row }) => row)).toEqual([2, 3]);
    expect(run.state()).toMatchObject({ phase: "finished", counts: { imported: 2, refused: 1 } });
  });
});
