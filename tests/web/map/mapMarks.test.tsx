import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { neighbour } from "@/features/map/embedded/neighbour";
import { ringBackground } from "@/features/map/view/ring";
import { MapView } from "@/features/map/view/MapView";
import type { MapCluster } from "@/lib/map/mapAnswers";
import { NO_SAMPLES } from "#domain/custody/statuses";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

const mark = (serialNumber: string, lat: number, lng: number, total = 1): MapCluster => ({
  lat,
  lng,
  total,
  opensAt: total > 1 ? 5 : null,
  counts: { ...NO_SAMPLES, "In Use": total },
  samples: [{ serialNumber, city: "", country: "" }],
});
const MIDDLE = mark("MIDDLE", 0, 0);
const EAST = mark("EAST", 0, 40, 3);
const NORTH = mark("NORTH", 30, 2);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_200);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(900);
  const world = { size: 1024, countries: [] };
  vi.spyOn(window, "fetch").mockImplementation(() => Promise.resolve(Response.json(world)));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open() {
  const calls = { onArea: vi.fn(), onOpen: vi.fn(), onRest: vi.fn() };
  const { user } = await act(() =>
    renderScreen(
      new FakeConvex(),
      <MapView
        {...{ clusters: [EAST, NORTH, MIDDLE], open: null, route: [], controls: null, ...calls }}
        start={{ lat: 0, lng: 0, zoom: 3 }}
      />,
    ),
  );
  await screen.findByTitle("MIDDLE");
  const map = screen.getByRole("application", { name: /^Map of the samples/ });
  const press = (keys: string) => act(() => user.keyboard(keys));
  return { ...calls, map, press };
}
const focused = () => document.activeElement?.getAttribute("title");

describe("by keyboard", () => {
  test("Tab moves from the map to the marker in its middle, Enter opens it", async () => {
    const { map, press, onOpen } = await open();
    act(() => map.focus());
    await press("{Tab}");
    expect(focused()).toBe("MIDDLE");
    await press("{Enter}");
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(MIDDLE);
  });

  test("the arrows move from marker to marker, and stop if there is none", async () => {
    const { map, press } = await open();
    act(() => map.focus());
    await press("{Tab}{ArrowRight}");
    expect(focused()).toBe("EAST");
    await press("{ArrowRight}");
    expect(focused()).toBe("EAST");
    await press("{ArrowLeft}{ArrowUp}");
    expect(focused()).toBe("NORTH");
  });

  test("Tab returns to the marker that it left", async () => {
    const { map, press } = await open();
    act(() => map.focus());
    await press("{Tab}{ArrowRight}{Shift>}{Tab}{/Shift}");
    expect(document.activeElement).toBe(map);
    await press("{Tab}");
    expect(focused()).toBe("EAST");
  });

  test.each(["+", "-", "{Escape}"])("%s on a marker returns to the map", async (key) => {
    const { map, press, onRest } = await open();
    act(() => map.focus());
    await press(`{Tab}${key}`);
    expect(document.activeElement).toBe(map);
    const zoom = { "+": 4, "-": 2 }[key];
    if (zoom === undefined) return;
    await waitFor(() => expect(onRest).toHaveBeenLastCalledWith(expect.objectContaining({ zoom })));
  });

  test("a marker of several places passes the focus to the map, because it splits", async () => {
    const { map, press, onOpen } = await open();
    act(() => map.focus());
    await press("{Tab}{ArrowRight}{Enter}");
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(EAST);
    expect(document.activeElement).toBe(map);
  });
});

test("an arrow moves to the nearest point ahead, not to one askew", () => {
  const from = { x: 0, y: 0 };
  const points = [from, { x: 10, y: 30 }, { x: 40, y: 2 }, { x: -5, y: 0 }, { x: 15, y: 12 }];
  expect(neighbour(points, from, "ArrowRight")).toBe(4);
  expect(neighbour(points, from, "ArrowDown")).toBe(1);
  expect(neighbour(points, from, "ArrowLeft")).toBe(3);
  expect(neighbour(points, from, "ArrowUp")).toBeNull();
  expect(neighbour(points, from, "Home")).toBeNull();
});

test("a ring has the shares of its statuses, one after the other", () => {
  const counts = { ...NO_SAMPLES, Registered: 1, "In Use": 2, Lost: 1 };
  const stops = /conic-gradient\((.*)\)$/.exec(ringBackground(counts, 4))?.[1];
  expect(stops?.match(/[\d.]+% [\d.]+%/g)).toEqual([
    "0.00% 25.00%",
    "25.00% 75.00%",
    "75.00% 100.00%",
  ]);
});
