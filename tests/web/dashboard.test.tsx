import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { axisTicks } from "@/features/dashboard/axis";
import { DashboardScreen } from "@/features/dashboard/DashboardScreen";
import { ViewerProvider, type Viewer } from "@/hooks/useViewer";
import { NO_SAMPLES, STATUSES, type StatusCounts } from "../../domain/statuses";
import type { Role } from "../../domain/workflow";
import { FakeConvex } from "../support/fakeConvex";
import { renderScreen } from "../support/renderApp";

const held = (counts: Partial<StatusCounts>) => ({ ...NO_SAMPLES, ...counts });
const SCOPE = held({ Registered: 9, "In Use": 30, Lost: 1 });
const MINE = held({ Registered: 4, Lost: 1 });

afterEach(cleanup);

async function open(role: Role, scope: StatusCounts, colleagues: object[] = []) {
  const viewer = { email: "ana@company.com", role } as Viewer;
  const convex = new FakeConvex()
    .answer("dashboard:counts", () => ({ scope, mine: MINE }))
    .answerPage("dashboard:colleagues", () => colleagues);
  await renderScreen(
    convex,
    <ViewerProvider value={viewer}>
      <DashboardScreen inbox={null} />
    </ViewerProvider>,
  );
}
const cards = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the dashboard", () => {
  test.each(["admin", "supervisor"] as const)(
    "the dashboard of a %s has eight count cards",
    async (role) => {
      await open(role, SCOPE);
      expect(cards("Samples by status")).toEqual([
        ...["Total Samples in SMS40", "Registered9", "In Transit0", "In Use30", "In Return0"],
        ...["Returned0", "Request Lost0", "Lost1"],
      ]);
    },
  );

  test("the personal block counts samples that are neither Returned nor Lost", async () => {
    await open("admin", SCOPE);
    expect(screen.getByText("User Sample Statistics")).toBeTruthy();
    expect(cards("Total Samples in Your Responsibility 4")).toEqual([
      ...["Registered4", "In Transit0", "In Use0", "In Return0", "Request Lost0"],
    ]);
  });

  test("a user's dashboard shows each of the eight figures once", async () => {
    await open("user", MINE);
    const shown = [
      ...cards("Total Samples in Your Responsibility 4"),
      ...cards("Samples by status"),
    ];
    expect(shown).toHaveLength(1 + STATUSES.length);
    expect(shown).toContain("Total Samples in SMS5");
  });
});

describe("the chart", () => {
  test("the chart has one bar a person, the viewer's own first, one stretch a status", async () => {
    await open("supervisor", SCOPE, [{ email: "bob@company.com", counts: held({ "In Use": 30 }) }]);
    expect(cards("Analytics").slice(-2)).toEqual([
      expect.stringMatching(/You.*Registered: 4, Lost: 15$/),
      expect.stringMatching(/Bob.*In Use: 3030$/),
    ]);
    // Its part of the row's height, and of the axis, which ends at 40.
    const bar = screen.getByTitle("In Use: 30").parentElement as HTMLElement;
    expect(bar.style).toMatchObject({ height: "32.5%", width: "75%" });
  });

  test("the chart's legend names the seven statuses", async () => {
    await open("admin", SCOPE);
    const chart = screen.getByRole("region", { name: "Analytics" });
    for (const status of STATUSES) expect(within(chart).getByText(status)).toBeTruthy();
  });

  test("the dashboard has no chart while there is no sample", async () => {
    await open("admin", NO_SAMPLES);
    expect(screen.getByText("No samples yet")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Analytics" })).toBeNull();
  });

  test.each([
    [0, [0, 20]],
    [20, [0, 20]],
    [45, [0, 20, 40, 60]],
    [161, [0, 40, 80, 120, 160, 200]],
  ])("the chart of at most %i samples has the lines %j", (largest, ticks) => {
    expect(axisTicks(largest)).toEqual(ticks);
  });
});
