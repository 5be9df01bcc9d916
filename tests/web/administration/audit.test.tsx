import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { auditCsv } from "@/features/audit/auditCsv";
import { AuditScreen } from "@/features/audit/AuditScreen";
import type { AuditRecord } from "@/features/audit/useAudit";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

// happy-dom lays nothing out, and a table draws only the rows in its visible height.
vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(2_400);
vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(1_000);

afterEach(cleanup);

let records = 0;
const aChange = (changes: Partial<AuditRecord>): AuditRecord => {
  records += 1;
  return {
    _id: `audit${records}` as AuditRecord["_id"],
    _creationTime: records,
    at: Date.UTC(2026, 10, 21, 14, 5, records),
    action: "Employee Updated",
    origin: "web",
    email: "helena@company.com",
    person: "ana@company.com",
    changes: [{ field: "role", from: "user", to: "admin" }],
    ...changes,
  };
};
const ofRole = aChange({});
const { email: _, ...byTerminal } = aChange({
  origin: "terminal",
  changes: [{ field: "passPort", isPrivate: true }],
  reason: "=HYPERLINK(1)",
});

describe("the audit log", () => {
  const open = (rows: readonly AuditRecord[]) => {
    const convex = new FakeConvex()
      .answer("people:names", () => [])
      .answerPage("audit:list", () => rows);
    return renderScreen(
      convex,
      <AuditScreen reader="adam@company.com" state={{}} onStateChange={vi.fn()} />,
    );
  };

  test("shows who changed what of whom, before and after, newest first", async () => {
    await open([byTerminal, ofRole]);
    await screen.findByText("Terminal (admin key)");
    const [, first, second] = screen.getAllByRole("row");
    expect(first?.textContent).toContain("Terminal (admin key)");
    expect(first?.textContent).toContain("Passport: changed");
    expect(second?.textContent).toContain("Role: User → Admin");
  });

  test("shows a directory by the name of its token", async () => {
    await open([aChange({ origin: "scim", email: "SCIM (Okta)" })]);
    expect(await screen.findByText("SCIM (Okta)")).toBeTruthy();
  });

  test("a row opens in full: each change on a line of its own, the whole reason", async () => {
    const changes = [
      { field: "role", from: "user", to: "admin" },
      { field: "samplmax", from: 10, to: 20 },
    ];
    const reason = "She takes over the lab in Lisbon, with all that is kept there.";
    const { user } = await open([aChange({ changes, reason })]);
    await user.click(await screen.findByText("Employee Updated"));
    const sheet = within(await screen.findByRole("dialog", { name: "Employee Updated" }));
    expect(sheet.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Role: User → Admin",
      "Samples in use: 10 → 20",
    ]);
    expect(sheet.getByText(reason)).toBeTruthy();
    await user.click(sheet.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("says that nothing is recorded yet", async () => {
    await open([]);
    expect(await screen.findByText("No records yet")).toBeTruthy();
  });
});

describe("the record as CSV", () => {
  const everything = { query: { search: "", conditions: [] }, sort: null };
  const pages = (...answers: AuditRecord[][]) => {
    const convex = new FakeConvex();
    convex.query = (_query, args) => {
      const { cursor } = args["paginationOpts"] as { cursor: string | null };
      const index = Number(cursor ?? 0);
      const isDone = index === answers.length - 1;
      return Promise.resolve({ page: answers[index], isDone, continueCursor: String(index + 1) });
    };
    return convex.asClient();
  };

  test("holds the records of all pages under the table's headings", async () => {
    const csv = await auditCsv(pages([byTerminal], [ofRole]), everything);
    const [headings, ...lines] = csv.trimEnd().split("\r\n");
    expect(headings).toBe("\ufeffDate,By,From,Action,Person,Entry,Changes,Reason");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("helena@company.com,web,Employee Updated,ana@company.com,");
  });

  test("leaves out a record that the server tested and did not match", async () => {
    const conditions = [{ kind: "select", field: "origin", anyOf: ["web"] }] as const;
    const csv = await auditCsv(pages([byTerminal, ofRole]), {
      query: { search: "", conditions },
      sort: null,
    });
    expect(csv.trimEnd().split("\r\n")).toHaveLength(2);
  });

  test("is sorted as the table is by a heading", async () => {
    const ofAda = aChange({ person: "ada@company.com", at: 0 });
    const byPerson = { ...everything, sort: { field: "person", isDescending: false } };
    const csv = await auditCsv(pages([ofRole], [ofAda]), byPerson);
    const [, ...lines] = csv.trimEnd().split("\r\n");
    expect(lines.map((line) => /(ana|ada)@/.exec(line)?.[1])).toEqual(["ada", "ana"]);
  });

  test("guards a cell that a spreadsheet would run as a formula", async () => {
    expect(await auditCsv(pages([byTerminal]), everything)).toContain("'=HYPERLINK(1)");
  });
});
