import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { PaginationOptions } from "convex/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { TableState } from "@/components/data-table/tableState";
import { HistoryCard } from "@/features/history/HistoryCard";
import { HistoryScreen } from "@/features/history/HistoryScreen";
import type { Doc } from "../../../convex/_generated/dataModel";
import type { Role } from "#domain/custody/workflow";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { catchSavedFiles } from "../../support/web/savedFiles";
import { aRecord } from "../../support/web/webHistory";

const bob = {
  displayName: "Bob Reis",
  email: "bob@company.com",
  city: "Porto",
  country: "Portugal",
};

// happy-dom lays nothing out, and a table draws only the rows in its visible height.
vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_000);
vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(1_000);

const savedFile = catchSavedFiles();
afterEach(cleanup);

type Ranges = Partial<Record<"all" | "mine" | "team", Doc<"history">[]>>;

async function show(role: Role, ranges: Ranges, state: TableState = {}) {
  const onStateChange = vi.fn<(state: TableState) => void>();
  const convex = new FakeConvex()
    .answerPage("history:list", ({ scope }) => ranges[scope as keyof Ranges] ?? [])
    .answer("users:recipients", () => [bob]);
  const viewer = { email: "vera@company.com", role };
  const screenProps = { viewer, state, onStateChange };
  return { ...(await renderScreen(convex, <HistoryScreen {...screenProps} />)), onStateChange };
}

/** More records than one page has. */
const many = (stated: (index: number) => Partial<Doc<"history">>) =>
  Array.from({ length: 60 }, (_, index) => aRecord(stated(index)));

/** The first page of a long list, whose next one is on its way. */
function firstOfMany(page: readonly unknown[], paginationOpts: unknown) {
  const { cursor } = paginationOpts as PaginationOptions;
  return cursor === null ? { page, isDone: false, continueCursor: "second" } : undefined;
}

const serials = () =>
  screen.queryAllByRole("link", { name: /^S\d$/ }).map((link) => link.textContent);

describe("the history screen", () => {
  test("History merges a supervisor's own records with the team's, newest first, each once", async () => {
    const [first, second, third] = ["S1", "S2", "S3"].map((serialNumber) =>
      aRecord({ serialNumber }),
    ) as [Doc<"history">, Doc<"history">, Doc<"history">];
    await show("supervisor", { mine: [third, first], team: [third, second] });
    await waitFor(() => expect(serials()).toEqual(["S3", "S2", "S1"]));
  });

  test("History groups a supervisor's records by country on request, newest first in each", async () => {
    const team = [
      aRecord({ serialNumber: "S1", country: "Peru" }),
      aRecord({ serialNumber: "S2", country: "Chile" }),
      aRecord({ serialNumber: "S3", country: "Peru" }),
    ].toReversed();
    const { user, onStateChange } = await show("supervisor", { team });
    await user.click(screen.getByRole("button", { name: "By country" }));
    expect(onStateChange).toHaveBeenCalledWith({ sort: "country" });
    cleanup();
    await show("supervisor", { team }, { sort: "country" });
    await waitFor(() => expect(serials()).toEqual(["S2", "S3", "S1"]));
  });

  test("History by country keeps the server's order where all records are here", async () => {
    const team = [
      aRecord({ serialNumber: "S1", country: "Åland" }),
      aRecord({ serialNumber: "S2", country: "Peru" }),
      aRecord({ serialNumber: "S3", country: "" }),
    ];
    await show("supervisor", { team: team.toReversed() }, { sort: "country" });
    await waitFor(() => expect(serials()).toEqual(["S3", "S2", "S1"]));
  });

  test("History by country asks the server for the order, which covers all records", async () => {
    const inOrder = many((index) => ({ country: index === 0 ? "Chile" : "Peru" }));
    const convex = new FakeConvex()
      .answer("users:recipients", () => [])
      .answer("history:list", ({ scope, order, paginationOpts }) => {
        if (scope === "mine") return { page: [], isDone: true, continueCursor: "" };
        return firstOfMany(order === "country" ? inOrder : inOrder.toReversed(), paginationOpts);
      });
    const viewer = { email: "vera@company.com", role: "supervisor" } as const;
    const screenProps = { viewer, state: { sort: "country" }, onStateChange: vi.fn() };
    await renderScreen(convex, <HistoryScreen {...screenProps} />);
    const countries = () =>
      screen.queryAllByText(/^(?:Chile|Peru)$/).map((cell) => cell.textContent);
    await waitFor(() => expect(countries().slice(0, 2)).toEqual(["Chile", "Peru"]));
    expect(screen.queryByText(/Sorted the first/)).toBeNull();
  });

  test("History asks for each of a few chosen actions", async () => {
    const asked = new Set<string>();
    const registered = many(() => ({}));
    const convex = new FakeConvex()
      .answer("users:recipients", () => [])
      .answer("history:list", ({ query, paginationOpts }) => {
        const { conditions = [] } = (query ?? {}) as { conditions?: { anyOf: string[] }[] };
        const [actions = []] = conditions.map(({ anyOf }) => anyOf);
        asked.add(actions.join());
        if (actions.length === 0) return firstOfMany(registered, paginationOpts);
        const page = actions.map((action) => aRecord({ action: action as "Return" }));
        return { page, isDone: true, continueCursor: "" };
      });
    const viewer = { email: "vera@company.com", role: "admin" } as const;
    const state = { filter: "action=Transfer,Return" };
    await renderScreen(
      convex,
      <HistoryScreen viewer={viewer} state={state} onStateChange={vi.fn()} />,
    );
    expect(await screen.findByText("2 matching records")).toBeTruthy();
    expect(asked).toEqual(new Set(["", "Transfer", "Return"]));
  });

  test("History says how many records the server has looked at", async () => {
    const page = [aRecord({ serialNumber: "S1" })];
    const convex = new FakeConvex()
      .answer("users:recipients", () => [])
      .answer("history:list", ({ query, paginationOpts }) => {
        const first = firstOfMany(query === undefined ? many(() => ({})) : page, paginationOpts);
        return first && { ...first, tested: 1_234 };
      });
    const viewer = { email: "vera@company.com", role: "admin" } as const;
    const screenProps = { viewer, state: { q: "s1" }, onStateChange: vi.fn() };
    await renderScreen(convex, <HistoryScreen {...screenProps} />);
    expect(await screen.findByText(/^Searched 1,234 records/)).toBeTruthy();
  });

  test("History says that it searches until the server has answered", async () => {
    const convex = new FakeConvex()
      .answer("users:recipients", () => [])
      .answer("history:list", ({ query, paginationOpts }) =>
        query === undefined
          ? firstOfMany(
              many(() => ({})),
              paginationOpts,
            )
          : undefined,
      );
    const viewer = { email: "vera@company.com", role: "admin" } as const;
    const screenProps = { viewer, state: { q: "galaxy" }, onStateChange: vi.fn() };
    await renderScreen(convex, <HistoryScreen {...screenProps} />);
    expect(await screen.findByText("Searching…")).toBeTruthy();
    expect(screen.queryByText(/Searched 0/)).toBeNull();
  });

  test("History strikes out a step that was undone, and leaves it out on request", async () => {
    const stands = aRecord({ serialNumber: "S1" });
    const undone = aRecord({ serialNumber: "S2", action: "Transfer" });
    const all = [{ ...undone, isUndone: true as const }, stands];
    await show("admin", { all });
    await waitFor(() => expect(serials()).toEqual(["S2", "S1"]));
    expect(screen.getByText("Transfer").tagName).toBe("S");
    cleanup();
    await show("admin", { all }, { filter: "undone=No" });
    await waitFor(() => expect(serials()).toEqual(["S1"]));
  });

  test("a record's card on a phone says the country, by which a supervisor may order", async () => {
    const card = <HistoryCard record={aRecord({ country: "Chile" })} />;
    await renderScreen(new FakeConvex(), card);
    expect(screen.getByRole("article").textContent).toContain("· Chile");
  });

  test("History offers users and admins no choice of order", async () => {
    await show("admin", { all: [aRecord()] });
    expect(screen.queryByRole("button", { name: "By country" })).toBeNull();
  });

  test("History's person filter finds somebody who was only asked", async () => {
    const all = [
      aRecord({ serialNumber: "S1", action: "Transfer", recipient: bob.email }),
      aRecord({ serialNumber: "S2", action: "Transfer", recipient: "cleo@company.com" }),
    ];
    await show("admin", { all }, { filter: `person=${bob.email}` });
    await waitFor(() => expect(serials()).toEqual(["S1"]));
    const chips = within(screen.getByRole("list", { name: "Active filters" }));
    expect(chips.getByTitle(bob.email).textContent).toBe("Bob");
  });

  test("History's person filter takes several people", async () => {
    const { user, onStateChange } = await show(
      "admin",
      { all: [aRecord()] },
      { q: "galaxy", filter: "person=ana@company.com" },
    );
    await user.click(screen.getByRole("button", { name: "Person" }));
    await user.keyboard("reis");
    await user.click(await screen.findByRole("option", { name: /Bob Reis/ }));
    expect(onStateChange).toHaveBeenCalledWith({
      q: "galaxy",
      filter: "person=ana@company.com,bob@company.com",
    });
  });
});

describe("an exported history", () => {
  const stated = [
    { serialNumber: "S1", country: "Peru", brand: "nokia" },
    { serialNumber: "S2", country: "Chile", brand: "Apple", action: "Transfer" },
    { serialNumber: "S3", country: "Åland", brand: "Samsung" },
    { serialNumber: "S4", country: "", brand: "Apple" },
    { serialNumber: "S5", country: "Chile", brand: "" },
  ] as const;
  const [first, second, third, fourth, fifth] = stated.map((each) => aRecord(each)) as [
    Doc<"history">,
    Doc<"history">,
    Doc<"history">,
    Doc<"history">,
    Doc<"history">,
  ];
  const ranges = { mine: [fourth, second], team: [fifth, fourth, third, first] };

  async function exported(user: Awaited<ReturnType<typeof show>>["user"]) {
    await user.click(screen.getByRole("button", { name: "Other formats" }));
    await user.click(await screen.findByRole("menuitem", { name: "Export JSON" }));
    const { name, bytes } = await savedFile();
    const rows = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string>[];
    return { name, rows };
  }

  test.each([
    ["newest first, both scopes as one", {}, ["S5", "S4", "S3", "S2", "S1"]],
    ["by country", { sort: "country" }, ["S4", "S5", "S2", "S1", "S3"]],
    ["as a heading sorts them", { sort: "brand" }, ["S4", "S2", "S1", "S3", "S5"]],
    ["as a heading sorts them, backwards", { sort: "-brand" }, ["S3", "S1", "S4", "S2", "S5"]],
    ["oldest first", { sort: "actiondate" }, ["S1", "S2", "S3", "S4", "S5"]],
    [
      "as a heading sorts the matching ones",
      { sort: "brand", filter: "action=Register" },
      ["S4", "S1", "S3", "S5"],
    ],
  ] as const)("has a supervisor's records as the screen does: %s", async (_, state, order) => {
    const { user } = await show("supervisor", ranges, state);
    await waitFor(() => expect(serials()).toEqual(order));
    const { name, rows } = await exported(user);
    expect([name, rows.map((row) => row["serialNumber"])]).toEqual(["history.json", order]);
  });

  test("says what was asked and whether the step stands", async () => {
    const requestDetails = { lastSeen: "Porto" };
    const lost = aRecord({ action: "Request Lost", serialNumber: "S1", requestDetails });
    const all = [{ ...lost, isUndone: true as const }];
    const { user } = await show("admin", { all });
    await waitFor(() => expect(serials()).toEqual(["S1"]));
    const { rows } = await exported(user);
    expect(rows).toMatchObject([{ lastSeen: "Porto", isUndone: "Yes" }]);
  });
});
