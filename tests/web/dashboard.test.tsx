import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { axisTicks, roundMaximum } from "@/components/charts/axis";
import { parseGroup } from "@/features/dashboard/trendGroup";
import { DashboardScreen } from "@/features/dashboard/DashboardScreen";
import { ViewerProvider, type Viewer } from "@/hooks/data/useViewer";
import { dayOf } from "#domain/common/days";
import { DAY_MS } from "#domain/common/durations";
import { refusalOf } from "#domain/common/errors";
import { MESSAGES } from "#domain/common/messages";
import { TREND_DAYS, type Group } from "#domain/samples/trends";
import { NO_SAMPLES, OPEN_STATUSES, STATUSES, type StatusCounts } from "#domain/custody/statuses";
import type { Role } from "#domain/custody/workflow";
import { FakeConvex } from "../support/web/fakeConvex";
import { renderScreen } from "../support/web/renderApp";

const held = (counts: Partial<StatusCounts>) => ({ ...NO_SAMPLES, ...counts });
const SCOPE = held({ Registered: 9, "In Use": 30, Lost: 1 });
const MINE = held({ Registered: 4, Lost: 1 });

afterEach(() => {
  cleanup();
  setTrend.mockClear();
});

/** Two past days, and one received transfer in the first week. */
function trendOf({ key }: Group) {
  if (key === "stranger@company.com") return new ConvexError({ ...refusalOf("NOT_ALLOWED") });
  if (key === "bug@company.com") return new Error("a bug");
  const first = TODAY - TREND_DAYS;
  const span = (since: number, counts: Partial<StatusCounts>) => ({
    since,
    until: since,
    counts: held(counts),
  });
  const received = { received: 1, medianMs: 1.5 * DAY_MS };
  return {
    spans: [span(first + 6, { Registered: 7 }), span(TODAY - 1, { Registered: 8 })],
    weeks: [{ first, ...received }],
    transit: received,
    receptions: { first: first + 1, last: TODAY - 1, addresses: [] },
  };
}

const TODAY = dayOf(Date.now());
const TOMORROW = Date.now() + DAY_MS;
const setTrend = vi.fn();

async function open(role: Role, scope: StatusCounts, colleagues: object[] = [], trend?: string) {
  const viewer = { email: "ana@company.com", role } as Viewer;
  const convex = new FakeConvex()
    .answer("dashboard:counts", () => ({ scope, mine: MINE }))
    .answer("dashboard:heldLongest", () => [])
    .answer("dashboard:notReceived", () => [])
    .answer("dashboard:awaited", () => [
      { email: "luis.herrera@company.com", list: "transfer", overdueAt: [1, 2, TOMORROW] },
      { email: "luis.herrera@company.com", list: "lost", overdueAt: [3] },
      { email: "luis.herrera@company.com", list: "return", overdueAt: [TOMORROW] },
      { email: "in.time@company.com", list: "transfer", overdueAt: [TOMORROW] },
    ])
    .answer("dashboard:overLimits", () => [
      { email: "bob@company.com", limit: "inUse", since: 1, count: 12, max: 10 },
      { email: "bob@company.com", limit: "owned", since: 1, count: 14_273, max: 20 },
      { email: "later@company.com", limit: "owned", since: TOMORROW, count: 9, max: 8 },
    ])
    .answer("trends:groups", () => ({ teams: ["sara@company.com"], countries: ["Portugal"] }))
    .answer("trends:of", ({ group }) => trendOf(group as Group))
    .answerPage("dashboard:colleagues", () => colleagues)
    .answer("dashboard:findColleagues", ({ search }) =>
      search === "bob" ? [{ email: "bob@company.com", counts: held({ Returned: 2 }) }] : [],
    );
  const page = await renderScreen(
    convex,
    <ViewerProvider value={viewer}>
      <DashboardScreen inbox={null} trend={trend} onTrendChange={setTrend} />
    </ViewerProvider>,
  );
  return { ...page, convex };
}
/** Accessible names of the links in the chart: bar segments, and totals. */
const barLinks = () =>
  within(screen.getByRole("region", { name: "Analytics" }))
    .queryAllByRole("link")
    .map((link) => link.getAttribute("aria-label"));
const cards = (name: string) =>
  within(screen.getByRole("region", { name }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the dashboard", () => {
  test.each(["admin", "supervisor"] as const)(
    "the dashboard of a %s has eight count cards, with the number of overdue requests",
    async (role) => {
      await open(role, SCOPE);
      expect(cards("Samples by status")).toEqual([
        ...["Total Samples in SMS40", "Registered9", "In Transit02 late", "In Use30"],
        ...["In Return0", "Returned0", "Request Lost01 late", "Lost1"],
      ]);
    },
  );

  test("every figure leads to exactly the samples that it counts", async () => {
    await open("admin", SCOPE);
    const hrefs = (name: string) =>
      within(screen.getByRole("region", { name }))
        .getAllByRole("link")
        .map((link) => decodeURIComponent(link.getAttribute("href") ?? ""));
    expect(hrefs("Samples by status")).toEqual([
      "/private/reportfs",
      ...STATUSES.map((status) => `/private/reportfs?filter=status=${status.replace(" ", "+")}`),
    ]);
    expect(hrefs("Total Samples in Your Responsibility 4").slice(0, 2)).toEqual([
      "/private/reportfs?filter=samplmanag=ana@company.com;status=Registered,In+Transit,In+Use,In+Return,Request+Lost",
      "/private/reportfs?filter=samplmanag=ana@company.com;status=Registered",
    ]);
  });

  test("the personal block counts samples that are neither Returned nor Lost", async () => {
    await open("admin", SCOPE);
    expect(screen.getByText("User Sample Statistics")).toBeTruthy();
    expect(cards("Total Samples in Your Responsibility 4")).toEqual([
      ...["Registered4", "In Transit0", "In Use0", "In Return0", "Request Lost0"],
    ]);
  });

  test("a user's dashboard shows each of the eight figures once, the total first", async () => {
    await open("user", MINE);
    expect(cards("Samples by status")).toEqual([
      ...["Total Samples in SMS5", "Registered4", "In Transit0", "In Use0"],
      ...["In Return0", "Request Lost0", "Returned0", "Lost1"],
    ]);
    const grid = within(screen.getByRole("region", { name: "Samples by status" }));
    const block = grid.getByRole("list", { name: "Total Samples in Your Responsibility" });
    expect(within(block).getAllByRole("listitem")).toHaveLength(OPEN_STATUSES.length);
  });
});

describe("the first steps", () => {
  const NOTHING = { people: false, lists: false, import: false, sample: false };
  const region = () => screen.queryByRole("region", { name: /^First steps/ });
  beforeEach(() => localStorage.removeItem("sms.firstSteps"));

  /** @param demo null outside a demo */
  async function openNew(role: Role, demo: object | null = null) {
    const viewer = { email: "ana@company.com", role } as Viewer;
    const convex = new FakeConvex()
      .answer("dashboard:counts", () => ({ scope: NO_SAMPLES, mine: NO_SAMPLES }))
      .answer("dashboard:firstSteps", () => NOTHING)
      .answer("config:public", () => ({ demo }));
    const page = await renderScreen(
      convex,
      <ViewerProvider value={viewer}>
        <DashboardScreen inbox={null} trend={undefined} onTrendChange={setTrend} />
      </ViewerProvider>,
    );
    return { ...page, convex };
  }

  test("an admin of an empty deployment sees each step, ticked once it is done", async () => {
    const { convex } = await openNew("admin");
    expect(region()?.textContent).toContain("0 of 4");
    act(() => void convex.answer("dashboard:firstSteps", () => ({ ...NOTHING, lists: true })));
    expect(region()?.textContent).toContain("1 of 4");
    expect(screen.getByRole("link", { name: /Look through the lists *, done/ })).toBeTruthy();
    const all = { people: true, lists: true, import: true, sample: true };
    act(() => void convex.answer("dashboard:firstSteps", () => all));
    expect(region()).toBeNull();
  });

  test("are not shown again in this browser once dismissed", async () => {
    const { user } = await openNew("admin");
    await user.click(screen.getByRole("button", { name: "Dismiss the first steps" }));
    expect(region()).toBeNull();
    cleanup();
    await openNew("admin");
    expect(region()).toBeNull();
  });

  test.each([
    ["a supervisor", "supervisor", null],
    ["the admin of a demo", "admin", { accounts: [] }],
  ] as const)("%s sees no first steps", async (_, role, demo) => {
    await openNew(role, demo);
    expect(region()).toBeNull();
  });

  test("show no one a terminal command", async () => {
    await openNew("user");
    expect(screen.getByRole("link", { name: "import a spreadsheet" })).toBeTruthy();
    expect(document.body.textContent).not.toContain("npx");
  });
});

describe("the chart", () => {
  test("the chart has one bar per person, the viewer's own first, one segment per status", async () => {
    await open("supervisor", SCOPE, [{ email: "bob@company.com", counts: held({ "In Use": 30 }) }]);
    expect(barLinks()).toEqual([
      ...["Ana, Registered: 4", "Ana, Lost: 1", "Ana, all: 5"],
      ...["Bob, In Use: 30", "Bob, all: 30"],
    ]);
    // Its share of the row's height, and of the axis, which ends at 40.
    const stretch = screen.getByTitle("In Use: 30");
    expect(stretch.parentElement?.style.width).toBe("75%");
    expect((stretch.firstElementChild as HTMLElement).style.height).toBe("32.5%");
    expect(decodeURIComponent(stretch.getAttribute("href") ?? "")).toBe(
      "/private/reportfs?filter=samplmanag=bob@company.com;status=In+Use",
    );
  });

  test("a search for people shows only their bars, or that no one is found", async () => {
    await open("admin", SCOPE);
    const box = screen.getByRole("searchbox", { name: "Search people" });
    const user = userEvent.setup({ delay: 40 });
    await user.type(box, "bob");
    await waitFor(() => expect(barLinks()).toEqual(["Bob, Returned: 2", "Bob, all: 2"]));
    await user.clear(box);
    await user.type(box, "zoe");
    expect(await screen.findByText("No person with samples matches “zoe”.")).toBeTruthy();
  });

  test("a user's chart, whose only bar is their own, has no search", async () => {
    await open("user", MINE);
    expect(barLinks()).toContain("Ana, all: 5");
    expect(screen.queryByRole("searchbox", { name: "Search people" })).toBeNull();
  });

  test("the chart's legend names the seven statuses", async () => {
    await open("admin", SCOPE);
    const chart = screen.getByRole("region", { name: "Analytics" });
    for (const status of STATUSES) expect(within(chart).getByText(status)).toBeTruthy();
  });

  test("the dashboard has no chart if there is no sample", async () => {
    await open("admin", NO_SAMPLES);
    expect(screen.getByText("No samples yet")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Analytics" })).toBeNull();
  });

  test.each([
    [0, [0, 20]],
    [20, [0, 20]],
    [45, [0, 20, 40, 60]],
    [161, [0, 20, 40, 60, 80, 100, 120, 140, 160, 180]],
    [501, [0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550]],
    [14_273, Array.from({ length: 16 }, (_, index) => 1_000 * index)],
  ])("the chart of at most %i samples has the lines %j", (largest, lines) => {
    expect(axisTicks(largest).map(({ value }) => value)).toEqual(lines);
  });

  test.each([
    [32, 1, 40],
    [300, 1, 400],
    [3, 1, 4],
    [0, 1, 4],
    [3, 0.5, 4],
    [0.9, 0.5, 2],
  ])("an axis up to %d ends at a round multiple of its lines", (largest, smallestStep, end) => {
    expect(roundMaximum(largest, smallestStep)).toBe(end);
  });

  test("with more than eight steps only some lines have a figure", () => {
    const figures = axisTicks(161).filter(({ hasFigure }) => hasFigure);
    expect(figures.map(({ value }) => value)).toEqual([0, 40, 80, 120, 160]);
  });
});

describe("the trend", () => {
  const region = () => within(screen.getByRole("region", { name: "Last 90 days" }));
  test("the trend's table has the end of each week, and links to the samples received", async () => {
    await open("admin", SCOPE);
    const rows = region().getAllByRole("row", { hidden: true });
    expect(rows.map((row) => row.children[1]?.textContent)).toEqual(["Registered", "8", "7"]);
    const link = region().getByRole("link", { name: /^1 received in the week/, hidden: true });
    const day = (at: number) => new Date(at * DAY_MS).toISOString().slice(0, 10);
    const first = TODAY - TREND_DAYS;
    expect(decodeURIComponent(link.getAttribute("href") ?? "")).toBe(
      `/dashboard/history?filter=action=Transfer+Acknowledge;undone=No;actiondate@${day(first + 1)}..${day(first + 6)}Z`,
    );
  });

  test("the table of another group, whose last day is yesterday, has the same weeks", async () => {
    await open("admin", SCOPE, [], "team:sara@company.com");
    const rows = region().getAllByRole("row", { hidden: true });
    expect(rows.map((row) => row.children[1]?.textContent)).toEqual(["Registered", "8", "7"]);
    const figures = [...(rows[2]?.children ?? [])].slice(-2);
    expect(figures.map(({ textContent }) => textContent)).toEqual(["1", "1 d 12 h"]);
  });

  test("the trend shows the median time in transit", async () => {
    await open("admin", SCOPE);
    const heading = region().getByRole("heading", { name: /^Median time in transit/ });
    expect(heading.textContent).toMatch(/1 d 12 h of 1 received/);
  });

  test.each([
    ["admin", ["Company", "Team", "Country", "Person"]],
    ["supervisor", ["Team", "Person"]],
    ["user", []],
  ] as const)("a %s chooses the trend of %j", async (role, kinds) => {
    await open(role, SCOPE);
    const choices = region().queryAllByRole("button");
    expect(choices.map(({ textContent }) => textContent)).toEqual(kinds);
  });

  test("a chosen group is written to the URL, the role's own is not", async () => {
    await open("admin", SCOPE);
    const user = userEvent.setup({ delay: 40 });
    await user.click(region().getByRole("button", { name: "Country" }));
    expect(setTrend).toHaveBeenLastCalledWith("country:Portugal");
    await user.click(region().getByRole("button", { name: "Company" }));
    expect(setTrend).toHaveBeenLastCalledWith(undefined);
  });

  test("a trend that the server refuses leaves the rest of the screen intact", async () => {
    await open("supervisor", SCOPE, [], "person:stranger@company.com");
    expect(region().getByText(/this person, their supervisor and admins/)).toBeTruthy();
    expect(cards("Samples by status")).toHaveLength(1 + STATUSES.length);
  });

  test("a trend that fails is not shown as refused, and leaves the rest of the screen intact", async () => {
    await open("supervisor", SCOPE, [], "person:bug@company.com");
    expect(region().getByText(MESSAGES.unknownError)).toBeTruthy();
    expect(region().queryByText(/for this person/)).toBeNull();
    expect(cards("Samples by status")).toHaveLength(1 + STATUSES.length);
  });
});

describe("the group of a URL", () => {
  const admin = { email: "adam@company.com", role: "admin" } as const;
  const user = { email: "ana@company.com", role: "user" } as const;
  test.each([
    [undefined, admin, { kind: "company", key: "" }],
    ["country:Portugal", admin, { kind: "country", key: "Portugal" }],
    ["country:", admin, { kind: "company", key: "" }],
    ["planet:Mars", admin, { kind: "company", key: "" }],
    ["company:", user, { kind: "person", key: "ana@company.com" }],
  ])("the group of a URL of %j is for %j the group %j", (text, reader, group) => {
    expect(parseGroup(text, reader)).toEqual(group);
  });
});

describe("the people who need a supervisor's attention", () => {
  const links = (name: string) =>
    within(screen.getByRole("region", { name }))
      .getAllByRole("link")
      .map((link) => [link.textContent, decodeURIComponent(link.getAttribute("href") ?? "")]);

  test("are those who are late or over a limit now, and counts link to exactly their samples", async () => {
    await open("supervisor", SCOPE);
    const [transfers, loss, ...othersLate] = links("Late to answer");
    expect(transfers?.[0]).toBe("2 transfers");
    expect(transfers?.[1]).toMatch(/homefstransfer\?.*scope=overdue/);
    expect(transfers?.[1]).toContain("inTransitTo=luis.herrera@company.com");
    expect(loss?.[0]).toBe("1 loss request");
    expect(loss?.[1]).toMatch(/homefsos\?.*scope=overdue/);
    expect(loss?.[1]).toContain("inOSapprby=luis.herrera@company.com");
    const [over, owned, ...othersOver] = links("Too many samples");
    expect(over?.[0]).toBe("12 of 10 in use");
    expect(over?.[1]).toMatch(/reportfs.*bob@company\.com.*In.Use/);
    expect(owned?.[0]).toBe("14,273 of 20 held");
    const tooMany = screen.getByRole("region", { name: "Too many samples" });
    expect(within(tooMany).getAllByRole("listitem")).toHaveLength(1);
    expect([othersLate, othersOver]).toEqual([[], []]);
  });

  test("are five at first, and all on demand", async () => {
    const late = Array.from({ length: 7 }, (_, index) => ({
      email: `p${index}@company.com`,
      list: "transfer",
      overdueAt: [1],
    }));
    const { user, convex } = await open("supervisor", SCOPE);
    act(() => void convex.answer("dashboard:awaited", () => late));
    const card = within(await screen.findByRole("region", { name: "Late to answer" }));
    expect(card.getAllByRole("listitem")).toHaveLength(5);
    await user.click(card.getByRole("button", { name: "Late to answer: all 7" }));
    expect(card.getAllByRole("listitem")).toHaveLength(7);
  });

  test("are not shown to a user", async () => {
    await open("user", SCOPE);
    expect(screen.queryByRole("region", { name: "Late to answer" })).toBeNull();
  });
});
