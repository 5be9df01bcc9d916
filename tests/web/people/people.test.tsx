import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, describe, expect, test, vi } from "vitest";
import { EditPrivateScreen } from "@/features/people/EditPrivateScreen";
import { PeopleScreen } from "@/features/people/PeopleScreen";
import { columnLabel } from "@/components/data-table/columns";
import { peopleColumns } from "@/features/people/peopleColumns";
import type { TableState } from "@/components/data-table/tableState";
import type { PeopleViewName } from "@/features/people/peopleViews";
import { PersonScreen } from "@/features/people/PersonScreen";
import type { EmployeeRow } from "@/features/people/usePeople";
import { places } from "@/lib/places/places";
import { DAY_MS } from "#domain/common/durations";
import { refusalOf } from "#domain/common/errors";
import { NO_SAMPLES } from "#domain/custody/statuses";
import type { Role } from "#domain/custody/workflow";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aRecord } from "../../support/web/webHistory";
import { aPerson } from "../../support/web/webPeople";
import { aSample } from "../../support/web/webSamples";

// happy-dom lays nothing out, and a table draws only the rows in its visible height.
vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(2_400);
vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(1_000);

afterEach(cleanup);

const ana = aPerson({
  email: "ana@company.com",
  displayName: "Ana Lima",
  counts: { ...NO_SAMPLES, "In Use": 12, "In Transit": 2 },
  inusesampl: 12,
  answersFor: 14,
});
const bob = aPerson({ email: "bob@company.com", displayName: "Bob Ray", disabled: true });

const names = () =>
  new FakeConvex().answer("people:names", () => []).answerPage("users:list", () => [ana, bob]);

/** Answers pages of these people, sorted by address. */
function answerPeople(people: readonly EmployeeRow[]): FakeConvex {
  const pages = ({ paginationOpts }: Record<string, unknown>) => {
    const { cursor, numItems } = paginationOpts as { cursor: string | null; numItems: number };
    const [from, before] = [Number(cursor ?? 0), Number(cursor ?? 0) + numItems];
    const isDone = before >= people.length;
    return { page: people.slice(from, before), isDone, continueCursor: String(before) };
  };
  return names().answer("users:list", pages).answer("users:listWithCounts", pages);
}

describe("a table of people", () => {
  const open = (
    view: PeopleViewName,
    role: Role,
    state: TableState = {},
    people: readonly EmployeeRow[] = [ana, bob],
  ) =>
    renderScreen(
      answerPeople(people),
      <PeopleScreen
        view={view}
        viewer={{ email: "vera@company.com", role }}
        state={state}
        onStateChange={vi.fn()}
      />,
    );
  const headings = () =>
    screen.getAllByRole("columnheader").map(({ textContent }) => textContent?.trim());

  test.each([
    ["employees", "Name", "Role", "Supervisor", "City", "In Use", "Last Sign-In Date", "Actions"],
    [
      "users",
      ...["Name", "E-mail", "Role", "Supervisor", "Location"],
      ...["Creation Date", "Last Sign-In Date", "Second factor"],
    ],
    ["private", "Name", "In Use", "Passport Number", "Phone", "Address", "Actions"],
  ] as const)("the view %s shows its columns", async (view, ...columns) => {
    await open(view, "admin");
    await screen.findByRole("link", { name: "Ana Lima" });
    expect(headings()).toEqual(columns);
  });

  test.each([
    [
      "users",
      ...["Name", "E-mail", "Passport Number", "Role", "Supervisor", "Phone", "Location"],
      ...["Status", "Creation Date", "Last Sign-In Date", "Second factor"],
    ],
    [
      "private",
      ...["Name", "In Use", "E-mail", "Passport Number", "Role", "Supervisor", "Phone"],
      ...["Address", "Actions"],
    ],
    [
      "employees",
      ...["Name", "E-mail", "Passport Number", "Role", "Supervisor", "Phone", "Address"],
      ...["Location", "Status", "Creation Date", "Last Sign-In Date", "Actions"],
    ],
  ] as const)("the view %s has all columns of the documents", (view, ...columns) => {
    const all = peopleColumns(view, "admin").map(columnLabel);
    expect(all).toEqual(expect.arrayContaining(columns));
  });

  test("the views are tabs of one table, except for a user, who sees only themselves", async () => {
    await open("users", "supervisor");
    const tabs = within(screen.getByRole("navigation", { name: "Views" })).getAllByRole("link");
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute("aria-current")])).toEqual([
      ["Employees", null],
      ["Users", "page"],
      ["Private Information", null],
    ]);
    cleanup();
    await open("employees", "user");
    expect(screen.queryByRole("navigation", { name: "Views" })).toBeNull();
  });

  test("Users shows to admins alone who has a second factor, and who must have one", async () => {
    const carl = aPerson({ email: "carl@company.com", displayName: "Carl Roe", role: "admin" });
    const people = [{ ...ana, secondFactorSince: 1 }, bob, carl];
    const convex = answerPeople(people).answer("secondFactors:roles", () => ["admin"]);
    const viewer = { email: "vera@company.com", role: "admin" } as const;
    const page = { view: "users", state: {}, onStateChange: vi.fn() } as const;
    await renderScreen(convex, <PeopleScreen {...page} viewer={viewer} />);
    await screen.findByRole("link", { name: "Ana Lima" });
    const shown = screen.getAllByRole("row").map((row) => row.textContent ?? "");
    const state = (name: string) =>
      /(On|Off|Required)$/.exec(shown.find((text) => text.includes(name)) ?? "")?.[0];
    expect(["Ana Lima", "Bob Ray", "Carl Roe"].map(state)).toEqual(["On", "Off", "Required"]);
    cleanup();
    await open("users", "supervisor");
    await screen.findByRole("link", { name: "Ana Lima" });
    expect(headings()).not.toContain("Second factor");
  });

  test("a search finds somebody who is far down the list", async () => {
    const many = Array.from({ length: 700 }, (_, index) =>
      aPerson({ email: `p${1_000 + index}@company.com`, displayName: `Person ${index}` }),
    );
    await open("users", "admin", { q: "zoe berg" }, [
      ...many,
      aPerson({ email: "zoe@company.com", displayName: "Zoë Berg" }),
    ]);
    expect(await screen.findByRole("link", { name: "Zoë Berg" })).toBeTruthy();
    expect(await screen.findByText("1 of 701 people")).toBeTruthy();
  });

  test("a status is searched and filtered as the table shows it", async () => {
    await open("users", "admin", { filter: "status=Disabled" });
    await screen.findByRole("link", { name: "Bob Ray" });
    expect(screen.queryByRole("link", { name: "Ana Lima" })).toBeNull();
  });

  test("the sample count is sorted by what people hold", async () => {
    const [few, many] = [2, 30].map((inusesampl) =>
      aPerson({
        email: `has${inusesampl}@company.com`,
        displayName: `Has ${inusesampl}`,
        counts: NO_SAMPLES,
        inusesampl,
        answersFor: 0,
      }),
    );
    await open("counts", "admin", { sort: "-inusesampl" }, [ana, few!, many!]);
    await screen.findByRole("link", { name: "Has 30" });
    const shown = screen.getAllByRole("link", { name: /^(Has|Ana)/ });
    expect(shown.map(({ title }) => title)).toEqual([many, ana, few].map((each) => each?.email));
  });

  test("the sample count says for how many days somebody has had too many in use", async () => {
    const overFor = (days: number) =>
      aPerson({
        email: `over${days}@company.com`,
        displayName: `Over ${days}`,
        overMaximumSince: Date.now() - (days + 0.5) * DAY_MS,
      });
    await open("counts", "admin", { sort: "-samplmaxtrig" }, [ana, overFor(2), overFor(11)]);
    await screen.findByRole("link", { name: "Over 11" });
    expect(headings().slice(0, 3)).toEqual(["Name", "In Use", "Days over"]);
    const days = screen.getAllByRole("row").map((row) => row.children[2]?.textContent);
    expect(days.slice(1)).toEqual(["11", "2", "–"]);
  });

  test("a supervisor comes first on their own list", async () => {
    const vera = aPerson({ email: "vera@company.com", displayName: "Vera Paz" });
    await open("employees", "supervisor", {}, [vera, ana, bob]);
    await screen.findByRole("link", { name: "Vera Paz" });
    const shown = screen.getAllByRole("link", { name: /^(Vera|Ana|Bob)/ });
    expect(shown.map(({ title }) => title)).toEqual([vera, ana, bob].map(({ email }) => email));
  });

  test.each([
    ["employees", "admin", true],
    ["employees", "supervisor", false],
    ["employees", "user", false],
    ["users", "admin", false],
    ["private", "user", true],
    ["private", "supervisor", true],
  ] as const)("%s offers Edit to a %s: %s", async (view, role, isOffered) => {
    await open(view, role);
    await screen.findByRole("link", { name: "Ana Lima" });
    expect(screen.queryByRole("link", { name: "Edit Ana Lima" }) !== null).toBe(isOffered);
  });

  test.each([
    ["employees", `/pages/editemployees/${ana._id}`],
    ["private", `/pages/editemployeeprivate/${ana._id}`],
  ] as const)("Edit of %s leads to %s", async (view, address) => {
    await open(view, "admin");
    const edit = await screen.findByRole("link", { name: "Edit Ana Lima" });
    expect(edit.getAttribute("href")).toBe(address);
  });

  test("a person above a limit is marked, and the count leads to their samples", async () => {
    await open("counts", "admin");
    const row = (await screen.findByRole("link", { name: "Ana Lima" })).closest("tr");
    expect(row?.textContent).toMatch(/12 of 10.*2 over/);
    const count = screen.getByRole("link", { name: "12" }).getAttribute("href") ?? "";
    expect(decodeURIComponent(count)).toMatch(/reportfs\?filter=samplmanag=ana@.*status=In.Use/);
    const other = screen.getByRole("link", { name: "Bob Ray" }).closest("tr");
    expect(other?.textContent).not.toMatch(/over/);
  });

  test("only what is unusual about a person has a chip", async () => {
    const signedIn = { lastSignInTime: Date.now() };
    const away = {
      from: Date.now() - DAY_MS,
      until: Date.now() + DAY_MS,
      standIn: "x@company.com",
    };
    const people = [
      { email: "a@company.com", ...signedIn },
      { email: "b@company.com", ...signedIn, disabled: true },
      { email: "c@company.com", ...signedIn, away },
      { email: "d@company.com" },
    ].map((person) => aPerson({ displayName: `P ${person.email[0]}`, ...person }));
    await open("users", "admin", {}, people);
    await screen.findByRole("link", { name: "P a" });
    const names = screen.getAllByRole("row").map((row) => row.children[0]?.textContent);
    expect(names.slice(1)).toEqual([
      ...["PAP a", "PBP bDisabled", "PCP cAway", "PDP dNever signed in"],
    ]);
  });
});

describe("a person's page", () => {
  const open = (role: Role, convex = names()) => {
    convex
      .answer("users:get", () => ana)
      .answerPage("employees:holds", ({ status }) =>
        status === "In Transit"
          ? [aSample({ serialNumber: "S1", listDate: 0, registereddate: Date.now() })]
          : [],
      )
      .answer("employees:awaits", () => ({ samples: [], others: 3, isCut: true }))
      .answerPage("employees:history", () => [aRecord({ serialNumber: "S9" })]);
    return renderScreen(convex, <PersonScreen uid={ana._id} reader={role} />);
  };

  test("shows what they hold by status, and the samples of the chosen one", async () => {
    const { user } = await open("admin");
    const holds = within(await screen.findByRole("region", { name: "Holds" }));
    expect(holds.getByRole("button", { name: /In Use\s*12/ })).toBeTruthy();
    await user.click(holds.getByRole("button", { name: /In Transit\s*2/ }));
    expect(await holds.findByText("S1")).toBeTruthy();
    expect(holds.getByText("just now")).toBeTruthy(); // not the epoch
    expect(holds.getByRole("link", { name: "Open in the list" }).getAttribute("href")).toContain(
      "ana%40company.com",
    );
    await user.click(holds.getByRole("button", { name: /^Lost/ }));
    const report = holds.getByRole("link", { name: "Open in the report" }).getAttribute("href");
    expect(report).toMatch(/^\/private\/reportfs\?.*ana%40company.com/);
  });

  test("counts what is on its way from teams that the reader may not see", async () => {
    await open("supervisor");
    expect(await screen.findByText(/^3 samples from other teams/)).toBeTruthy();
  });

  test("shows their history", async () => {
    await open("admin");
    const history = within(await screen.findByRole("region", { name: "History" }));
    expect(history.getByText("S9")).toBeTruthy();
  });

  test.each([
    ["admin", true],
    ["supervisor", false],
  ] as const)("offers their settings to a %s: %s", async (role, isOffered) => {
    await open(role);
    await screen.findByRole("heading", { name: "Ana Lima" });
    expect(screen.queryByRole("link", { name: "Edit" }) !== null).toBe(isOffered);
  });

  test("a person whom the reader may not see is refused in words", async () => {
    const convex = names().answer("users:get", () => null);
    await renderScreen(convex, <PersonScreen uid="other" reader="user" />);
    expect(screen.getByText("No such person, or you have no access")).toBeTruthy();
  });
});

describe("the form of a person's private data", () => {
  const open = async (convex: FakeConvex) => {
    const onLeave = vi.fn();
    const rendered = await renderScreen(
      convex,
      <EditPrivateScreen uid={ana._id} onLeave={onLeave} />,
    );
    await screen.findByLabelText("Passport");
    return { ...rendered, onLeave };
  };

  test("sends the changed fields only, and leaves for the private list", async () => {
    const convex = names().answer("users:get", () => ana);
    const { user, onLeave } = await open(convex);
    const passport = screen.getByLabelText("Passport");
    await user.clear(passport);
    await user.type(passport, "X9");
    await user.click(screen.getByRole("button", { name: "Update" }));
    expect(await screen.findByText("Employee Updated Successfully")).toBeTruthy();
    expect(convex.sent).toEqual([
      { name: "users:updatePrivate", args: { email: "ana@company.com", passPort: "X9" } },
    ]);
    await waitFor(() => expect(onLeave).toHaveBeenCalledTimes(1));
  });

  test("sends a picked place whole, whatever was corrected meanwhile", async () => {
    const lisbon = { city: "Lisbon", country: ana.country };
    const address = `Lisbon, ${ana.country}`;
    vi.spyOn(places, "load").mockResolvedValue(null);
    vi.spyOn(places, "nearest").mockResolvedValue({ address, ...lisbon, lat: 38.72, lng: -9.14 });
    vi.stubGlobal("isSecureContext", true);
    const coords = { latitude: 38.7, longitude: -9.1 };
    const getCurrentPosition = (tell: (position: object) => void) => tell({ coords });
    vi.stubGlobal("navigator", {
      clipboard: navigator.clipboard,
      geolocation: { getCurrentPosition },
    });
    const convex = names().answer("users:get", () => ana);
    const { user } = await open(convex);
    await user.click(screen.getByRole("button", { name: "Use my position" }));
    const city = screen.getByLabelText<HTMLInputElement>("City");
    await waitFor(() => expect(city.value).toBe("Lisbon"));
    const madrid = { userLocation: "Madrid, Spain", city: "Madrid", country: "Spain" };
    act(() => void convex.answer("users:get", () => ({ ...ana, ...madrid })));
    await user.click(screen.getByRole("button", { name: "Update" }));
    await waitFor(() => expect(convex.sent).toHaveLength(1));
    const place = { userLocation: address, ...lisbon, userLat: 38.72, userLng: -9.14 };
    expect(convex.sent[0]?.args).toEqual({ email: ana.email, place });
    vi.unstubAllGlobals();
  });

  test("shows the server's refusal after 'Employee Updated Error: '", async () => {
    const convex = names()
      .answer("users:get", () => ana)
      .answer("users:updatePrivate", () => {
        throw new ConvexError(refusalOf("NOT_ALLOWED"));
      });
    const { user } = await open(convex);
    await user.type(screen.getByLabelText("Passport"), "7");
    await user.click(screen.getByRole("button", { name: "Update" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Employee Updated Error: Your role does not allow this.",
    );
  });
});
