import { act, cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { read } from "xlsx";
import { ReportScreen } from "@/features/samples/report/ReportScreen";
import type { ReportState } from "@/features/samples/report/reportSearch";
import { SchedulesScreen } from "@/features/reports/SchedulesScreen";
import type { Doc } from "../../../convex/_generated/dataModel";
import type { Actor } from "#domain/custody/workflow";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { answerSamples } from "../../support/web/samplePages";
import { catchSavedFiles } from "../../support/web/savedFiles";
import { aSample } from "../../support/web/webSamples";

const ana: Actor = { email: "ana@company.com", role: "user" };

const samples = [
  aSample({ status: "In Use", brand: "Apple", country: "Brazil", inUseDate: Date.UTC(2026, 9, 1) }),
  aSample({ status: "In Transit", brand: "Apple", country: "Portugal", inTransitTo: "b@x.y" }),
  aSample({ status: "Returned", brand: "Nokia", country: "Brazil", comments: "=1+1" }),
];

function backend(rows: Doc<"samples">[]) {
  return new FakeConvex()
    .answer("samples:counts", () => undefined)
    .answerPage("samples:list", ({ scope, status }) =>
      scope === "mine" ? rows.filter((row) => row.status === status) : [],
    );
}

function show(state: ReportState, kind: "report" | "export" = "export", rows = samples) {
  const onStateChange = vi.fn();
  const props = { kind, actor: ana, state, onStateChange };
  const convex = backend(rows);
  return renderScreen(convex, <ReportScreen {...props} />).then((rendered) => ({
    ...rendered,
    convex,
    onStateChange,
  }));
}

// happy-dom lays nothing out, and a table draws only the rows in its visible height.
vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(2_800);

const savedFile = catchSavedFiles();
afterEach(cleanup);

const headings = () =>
  screen
    .getAllByRole("columnheader")
    .map((heading) => heading.textContent?.replace(/Filter.*$/, "").trim());

describe("a report", () => {
  test.each([
    ["report", "Sample Management System - Report Sample", true],
    ["export", "Export Report Sample", false],
  ] as const)("the %s has its title, and the city only in the report", async (kind, title, has) => {
    await show({}, kind);
    await screen.findByText("3 samples");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
    expect(headings().includes("City")).toBe(has);
    expect(headings()).toEqual(expect.arrayContaining(["Country", "User", "Customers", "Status"]));
  });

  test("each row of a report has its next step as a button", async () => {
    await show({}, "report");
    await screen.findByText("3 samples");
    const [used, sent, returned] = samples.map(({ serialNumber }) => serialNumber);
    expect(screen.getByRole("link", { name: `Transfer ${used}` })).toBeTruthy();
    expect(screen.getByRole("button", { name: `Take back ${sent}` })).toBeTruthy();
    expect(screen.queryByRole("link", { name: `Transfer ${returned}` })).toBeNull();
  });

  test("groups sum up the filtered rows by status, with a total, and open their rows", async () => {
    const { user, onStateChange } = await show({ group: "brand", filter: "country=Brazil" });
    const table = await screen.findByRole("table", { name: "Samples by brand" });
    const rows = within(table)
      .getAllByRole("row")
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows.slice(1)).toEqual([
      ["Apple", "–", "–", "1", "–", "–", "–", "–", "1"],
      ["Nokia", "–", "–", "–", "–", "1", "–", "–", "1"],
      ["Total", "–", "–", "1", "–", "1", "–", "–", "2"],
    ]);
    await user.click(within(table).getByRole("button", { name: "Nokia" }));
    expect(onStateChange).toHaveBeenLastCalledWith(
      expect.objectContaining({ filter: "country=Brazil;brand=Nokia", group: undefined }),
    );
    const [, apple, , total] = within(table).getAllByRole("row");
    for (const [row, figure, filter] of [
      [apple, "1 In Use", "country=Brazil;brand=Apple;status=In Use"],
      [total, "1 Returned", "country=Brazil;status=Returned"],
      [total, "2 in all", "country=Brazil"],
    ] as const) {
      if (row === undefined) throw new Error("the table has too few rows");
      await user.click(within(row).getByRole("button", { name: figure }));
      expect(onStateChange).toHaveBeenLastCalledWith(
        expect.objectContaining({ filter, group: undefined }),
      );
    }
  });

  test("groups sum up every row, also beyond those that load by themselves", async () => {
    const many = Array.from({ length: 5_700 }, (_, index) => aSample({ registereddate: -index }));
    const convex = answerSamples(backend([]), many);
    const props = { kind: "report" as const, actor: ana, state: { group: "brand" as const } };
    await renderScreen(convex, <ReportScreen {...props} onStateChange={vi.fn()} />);
    const table = await screen.findByRole("table", { name: "Samples by brand" });
    expect(within(table).getAllByRole("button", { name: "5,700 in all" })).toHaveLength(2);
  });

  test("groups of no sample at all say what will be here, and offer no search to clear", async () => {
    await show({ group: "country" }, "report", []);
    expect(await screen.findByText("No samples here yet")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Clear/ })).toBeNull();
  });

  test("Export Excel writes the filtered rows alone, dates and formulas as text", async () => {
    const { user } = await show({ filter: "country=Brazil", sort: "brand" });
    await screen.findByText("2 of 3 samples");
    await user.click(screen.getByRole("button", { name: "Export Excel" }));
    const { name, bytes } = await savedFile();
    const book = read(bytes, { type: "array" });
    const cells = Object.entries(book.Sheets["Data"] ?? {}) as [string, { v: string }][];
    const column = (label: string) => {
      const [at = ""] = cells.find(([at, { v }]) => /^[A-Z]+1$/.test(at) && v === label) ?? [];
      const letters = at.slice(0, -1);
      return [2, 3, 4].map((row) => cells.find(([each]) => each === `${letters}${row}`)?.[1].v);
    };
    expect([name, book.SheetNames]).toEqual(["samples.xlsx", ["Data"]]);
    expect(column("Brand")).toEqual(["Apple", "Nokia", undefined]);
    expect(column("Comments")[1]).toBe("=1+1");
    expect(column("In Use Date (UTC)")[0]).toBe("2026-10-01 00:00:00");
    await screen.findByText("samples.xlsx: 2 rows");
  });

  test("JSON carries ISO dates in UTC", async () => {
    const { user } = await show({ filter: "status=In Use" });
    await screen.findByText("1 of 3 samples");
    await user.click(screen.getByRole("button", { name: "Other formats" }));
    await user.click(await screen.findByRole("menuitem", { name: "Export JSON" }));
    const { name, bytes } = await savedFile();
    const rows = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>[];
    expect([name, rows.length, rows[0]?.["inUseDate"]]).toEqual([
      "samples.json",
      1,
      "2026-10-01T00:00:00.000Z",
    ]);
  });

  test("a report is scheduled with the filters and the part of the list on show", async () => {
    const { user, convex } = await show({ filter: "country=Brazil", scope: "mine" });
    convex.answer("reports:create", () => "schedule1");
    await user.click(screen.getByRole("button", { name: "Send by mail" }));
    await user.type(screen.getByLabelText("Name"), "Brazil");
    await user.selectOptions(screen.getByLabelText("How often"), "monthly");
    await user.click(screen.getByRole("button", { name: "Schedule" }));
    await screen.findByText("The report is scheduled");
    expect(convex.sent[0]?.args).toMatchObject({
      name: "Brazil",
      frequency: "monthly",
      scope: "mine",
      state: { filter: "country=Brazil" },
      query: { search: "", conditions: [{ field: "country", anyOf: ["Brazil"] }] },
    });
  });

  const due = { _id: "1", name: "Weekly", frequency: "weekly", scope: "mine", state: {} };

  test("a scheduled report is paused, resumed and, asked once, deleted", async () => {
    const convex = new FakeConvex()
      .answer("reports:list", () => [{ ...due, dueAt: Date.now() + 3_600_000 }])
      .answer("reports:setPaused", () => null)
      .answer("reports:remove", () => null);
    const { user } = await renderScreen(convex, <SchedulesScreen />);
    await user.click(await screen.findByRole("button", { name: "Pause Weekly" }));
    act(() => void convex.answer("reports:list", () => [due]));
    await user.click(await screen.findByRole("button", { name: "Resume Weekly" }));
    await user.click(screen.getByRole("button", { name: "Delete Weekly" }));
    expect(convex.sent).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(convex.sent.map(({ name, args }) => [name, args["isPaused"]])).toEqual([
      ["reports:setPaused", true],
      ["reports:setPaused", false],
      ["reports:remove", undefined],
    ]);
  });

  test("a scheduled report that failed says so, and is resumed like a paused one", async () => {
    const convex = new FakeConvex()
      .answer("reports:list", () => [{ ...due, failedAt: Date.now() - 3_600_000 }])
      .answer("reports:setPaused", () => null);
    const { user } = await renderScreen(convex, <SchedulesScreen />);
    await screen.findByText("Failed");
    screen.getByText(/could not be sent.*resume it to try again/);
    await user.click(screen.getByRole("button", { name: "Resume Weekly" }));
    expect(convex.sent.map(({ args }) => args["isPaused"])).toEqual([false]);
  });
});
