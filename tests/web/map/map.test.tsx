import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mapSearch, type MapState } from "@/features/map/mapSearch";
import { MapScreen } from "@/features/map/MapScreen";
import { covers, withMargin } from "@/features/map/view/viewport";
import type { Doc } from "../../../convex/_generated/dataModel";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aSample } from "../../support/web/webSamples";

const ANA = { email: "ana@company.com", role: "user" } as const;
const LISBON = { city: "Lisbon", country: "Portugal", lat: 38.7223, lng: -9.1393 };
const TOKYO = { city: "Tokyo", country: "Japan", lat: 35.6762, lng: 139.6503 };
const WORLD = { size: 1024, countries: [{ name: "Portugal", rings: [[0, 0, 9, 0, 0, 9]] }] };

const ignore = { addEventListener: () => undefined, removeEventListener: () => undefined };

beforeEach(() => {
  // happy-dom's window is 1024 px wide; these tests need one that has room for the places.
  const wide = { ...window.matchMedia("(min-width: 1280px)"), ...ignore, matches: true };
  vi.spyOn(window, "matchMedia").mockReturnValue(wide);
  // happy-dom has no layout, and a map without a size shows no area.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_200);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(900);
  vi.spyOn(window, "fetch").mockImplementation(() => Promise.resolve(Response.json(WORLD)));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The screen with its state, which a route keeps in the URL. */
function Screen({ start }: { start: MapState }) {
  const [state, setState] = useState(start);
  return <MapScreen actor={ANA} state={state} onStateChange={setState} />;
}

async function open(samples: readonly Doc<"samples">[], start: MapState = {}) {
  const convex = new FakeConvex();
  const set = (rows: readonly Doc<"samples">[]) =>
    convex.answerPage("samples:list", ({ scope, status }) =>
      rows.filter((each) => scope === "mine" && each.status === status),
    );
  set(samples);
  return { ...(await renderScreen(convex, <Screen start={start} />)), set };
}

describe("the map", () => {
  test("on a narrow laptop is full width until the reader opens the places", async () => {
    vi.mocked(window.matchMedia).mockRestore();
    const { user } = await open([aSample({ ...LISBON, serialNumber: "SN-1", status: "In Use" })]);
    const button = await screen.findByRole("button", { name: "Places" });
    expect(screen.queryByRole("list", { name: "Places" })).toBeNull();
    await user.click(button);
    expect(screen.getByRole("list", { name: "Places" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Hide the places" }));
    expect(screen.queryByRole("list", { name: "Places" })).toBeNull();
  });

  test("a marker of one sample is titled with its serial number", async () => {
    await open([aSample({ ...LISBON, serialNumber: "SN-1", status: "In Use" })]);
    const [mark] = await screen.findAllByTitle("SN-1");
    expect(mark?.getAttribute("aria-label")).toBe("SN-1, Lisbon, Portugal: In Use");
  });

  test("a marker of several samples counts them by status and names the first", async () => {
    const serials = ["SN-1", "SN-2", "SN-3", "SN-4"];
    await open([
      ...serials.map((serialNumber) => aSample({ ...LISBON, serialNumber, status: "In Use" })),
      aSample({ ...LISBON, serialNumber: "SN-5", status: "Lost" }),
    ]);
    const mark = await screen.findByTitle(/^SN-\d, SN-\d, SN-\d and 2 more$/);
    expect(mark.getAttribute("aria-label")).toBe("5 samples, Lisbon, Portugal: 4 In Use, 1 Lost");
    expect(mark.textContent).toBe("5");
  });

  test("the list of places has those that the map shows, and links to a place's samples", async () => {
    const { user } = await open([
      aSample({ ...LISBON, serialNumber: "SN-1" }),
      aSample({ ...LISBON, serialNumber: "SN-2" }),
      aSample({ ...TOKYO, serialNumber: "SN-3" }),
    ]);
    const places = await screen.findByRole("list", { name: "Places" });
    const rows = within(places).getAllByRole("button");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Lisbon, Portugal2/),
      expect.stringMatching(/^Tokyo, Japan1/),
    ]);
    await user.click(rows[0]!);
    const samples = await screen.findByRole("list", { name: "Samples here" });
    expect(within(samples).getAllByRole("listitem")).toHaveLength(2);
    expect(within(samples).getByText("SN-1")).toBeTruthy();
    const report = screen.getByRole("link", { name: "Lisbon in the report" });
    const address = new URL(report.getAttribute("href") ?? "", "http://sms.test");
    expect(address.searchParams.get("filter")).toBe("country=Portugal;city=Lisbon");
    await user.click(screen.getByRole("button", { name: "All places" }));
    await screen.findByRole("list", { name: "Places" });
  });

  test("a place without city and country is named by its coordinates, and has no report", async () => {
    const nowhere = { ...LISBON, city: "", country: "" };
    const { user } = await open([aSample({ ...nowhere, serialNumber: "SN-1" })]);
    const places = await screen.findByRole("list", { name: "Places" });
    await user.click(within(places).getByRole("button"));
    expect(await screen.findByRole("heading", { name: "38.722, -9.139" })).toBeTruthy();
    expect(screen.getByText("1 sample")).toBeTruthy();
    expect(screen.queryByRole("link", { name: /in the report/ })).toBeNull();
  });

  test("filters of the URL narrow the map", async () => {
    const samples = [
      aSample({ ...LISBON, status: "In Use" }),
      aSample({ ...TOKYO, status: "Lost" }),
    ];
    await open(samples, { filter: "status=Lost" });
    const places = await screen.findByRole("list", { name: "Places" });
    expect(within(places).getAllByRole("button")).toHaveLength(1);
    expect(within(places).getByText("Tokyo, Japan")).toBeTruthy();
  });

  test("a hand-over moves a sample to its new holder's place", async () => {
    const sample = aSample({ ...LISBON, serialNumber: "SN-1" });
    const { set } = await open([sample]);
    const places = await screen.findByRole("list", { name: "Places" });
    expect(within(places).getByText("Lisbon, Portugal")).toBeTruthy();
    set([{ ...sample, ...TOKYO }]);
    await waitFor(() => expect(within(places).getByText("Tokyo, Japan")).toBeTruthy());
    expect(within(places).queryByText("Lisbon, Portugal")).toBeNull();
  });

  test("without coordinates the map shows its default area and says why it is empty", async () => {
    await open([aSample()]);
    expect(await screen.findByText("No samples on the map")).toBeTruthy();
    expect(screen.getByText(/None of these samples has coordinates/)).toBeTruthy();
    expect(screen.getByText("0 samples, 1 more without coordinates")).toBeTruthy();
    await screen.findByRole("application");
    await waitFor(() => expect(screen.queryByText("Loading...")).toBeNull());
  });

  test("until all samples have arrived the map says Loading...", async () => {
    const convex = new FakeConvex();
    await renderScreen(convex, <Screen start={{}} />);
    expect(screen.getByText("Loading...")).toBeTruthy();
    expect(screen.queryByRole("list", { name: "Places" })).toBeNull();
  });
});

describe("the route of a sample", () => {
  const start = { way: "s1" };

  test("says that it is loading, and that there is no such sample", async () => {
    const convex = new FakeConvex().answerPage("samples:list", () => [aSample(LISBON)]);
    await renderScreen(convex, <Screen start={start} />);
    const heading = await screen.findByRole("heading", { name: "Route of a sample" });
    const panel = heading.closest("header")?.parentElement;
    expect(panel?.querySelector("[aria-busy]")).not.toBeNull();
    act(() => {
      convex.answerPage("history:forSample", () => []);
      convex.answer("samples:isWithOthers", () => false).answer("samples:get", () => null);
    });
    expect(await screen.findByText("Sample does not exist!")).toBeTruthy();
    expect(panel?.querySelector("[aria-busy]")).toBeNull();
  });

  test("waits for the sample's history before it says that no place is known", async () => {
    const convex = new FakeConvex().answerPage("samples:list", () => []);
    convex.answer("samples:get", () => aSample());
    await renderScreen(convex, <Screen start={start} />);
    await screen.findByRole("heading", { name: "Route of a sample" });
    await act(() => Promise.resolve());
    const none = "None of its locations can be shown on the map.";
    expect(screen.queryByText(none)).toBeNull();
    act(() => void convex.answerPage("history:forSample", () => []));
    expect(await screen.findByText(none)).toBeTruthy();
  });
});

describe("the URL of a map", () => {
  test("malformed parts count as absent", () => {
    const mangled = { place: "here", at: "1,2", q: "apple", filter: "status=Lost" };
    expect(mapSearch(mangled)).toEqual({
      q: "apple",
      filter: "status=Lost",
    });
    const whole = { place: "38.7,-9.1", at: "38.7,-9.1,5" };
    expect(mapSearch(whole)).toEqual(whole);
  });
});

test("an area with its margin covers short drags and no other zoom", () => {
  const shown = { west: 0, south: 0, east: 20, north: 10, zoom: 4 };
  const area = withMargin(shown);
  expect(covers(area, { ...shown, west: 8, east: 28 })).toBe(true);
  expect(covers(area, { ...shown, west: 12, east: 32 })).toBe(false);
  expect(covers(area, { ...shown, zoom: 5 })).toBe(false);
  expect(withMargin({ ...shown, west: -170, east: 170 })).toMatchObject({ west: -180, east: 180 });
});
