/** The map of a build with a Google key; Google itself is a stub. */
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NO_SAMPLES } from "#domain/custody/statuses";
import { MapView } from "@/features/map/view/MapView";
import { googleScript } from "@/lib/places/googleScript";
import type { MapCluster } from "@/lib/map/mapAnswers";
import { FakeConvex } from "../support/web/fakeConvex";
import { fakeGoogle, openedMap } from "../support/web/fakeGoogleMaps";
import { renderScreen } from "../support/web/renderApp";
import { eventually } from "../support/eventually";

vi.hoisted(() => void vi.stubEnv("VITE_GOOGLE_MAPS_API_KEY", "key"));

const LISBON: MapCluster = {
  lat: 38.7,
  lng: -9.1,
  total: 1,
  opensAt: null,
  counts: { ...NO_SAMPLES, "In Use": 1 },
  samples: [{ serialNumber: "AP7K0001", city: "Lisbon", country: "Portugal" }],
};
/** How often the script was requested, and answered. */
let answered = 0;
const calls = { onArea: vi.fn(), onOpen: vi.fn(), onRest: vi.fn() };

beforeEach(() => {
  answered = googleScript.getAttempt();
  for (const call of Object.values(calls)) call.mockReset();
  vi.spyOn(console, "error").mockReturnValue(); // React logs what the boundary catches
});
afterEach(() => {
  cleanup();
  googleScript.failed(new Error("the next test loads it anew"));
  Reflect.deleteProperty(window, "google");
  vi.restoreAllMocks();
});

const open = () =>
  act(() =>
    renderScreen(
      new FakeConvex(),
      <MapView
        {...{ clusters: [LISBON], open: null, route: [], controls: null, ...calls }}
        start={{ lat: 38.7, lng: -9.1, zoom: 3 }}
      />,
    ),
  );

/** Answers the page's next request for Google's script, which follows the map's own file. */
async function answer(tell: () => void): Promise<void> {
  answered++;
  await eventually(() => expect(googleScript.getAttempt()).toBe(answered));
  await act(() => {
    tell();
    return Promise.resolve();
  });
}

const loadScript = () =>
  answer(() => {
    Object.assign(window, { google: fakeGoogle });
    googleScript.loaded();
  });

test("Google's map says 'Loading maps' until it has loaded, then shows and opens the marks", async () => {
  const { user } = await open();
  expect(screen.getByText("Loading maps")).toBeTruthy();
  await loadScript();
  await user.click(await screen.findByTitle("AP7K0001"));
  expect(calls.onOpen).toHaveBeenCalledExactlyOnceWith(LISBON);
});

test("Google's map reports its area with a margin, and where it came to rest", async () => {
  await open();
  await loadScript();
  await screen.findByTitle("AP7K0001");
  act(() => openedMap().settle());
  expect(calls.onRest).toHaveBeenLastCalledWith({ lat: 38.7, lng: -9.1, zoom: 3 });
  const [area] = calls.onArea.mock.lastCall as [{ west: number; east: number; zoom: number }];
  expect(area).toMatchObject({ west: -9.1 - 45, east: -9.1 + 45, zoom: 3 });

  calls.onArea.mockReset();
  act(() => openedMap().settle());
  expect(calls.onArea).not.toHaveBeenCalled(); // the visible area was already reported
});

test.each(["on request", "when the network returns"])(
  "Google's map says 'Error when load map.' if it fails to load, and loads again %s",
  async (when) => {
    const { user } = await open();
    await answer(() => googleScript.failed(new Error("offline")));
    expect(await screen.findByText("Error when load map.")).toBeTruthy();
    await act(async () => {
      if (when !== "on request") window.dispatchEvent(new Event("online"));
      else await user.click(screen.getByRole("button", { name: "Try again" }));
    });
    expect(await screen.findByText("Loading maps")).toBeTruthy();
    await loadScript();
    expect(await screen.findByTitle("AP7K0001")).toBeTruthy();
    expect(screen.queryByText("Error when load map.")).toBeNull();
  },
);
