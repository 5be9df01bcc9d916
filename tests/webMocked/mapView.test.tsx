import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MapView } from "@/features/map/view/MapView";
import { FakeConvex } from "../support/web/fakeConvex";
import { renderScreen } from "../support/web/renderApp";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("a map that fails to load shows that, and loads again on request", async () => {
  vi.spyOn(console, "error").mockReturnValue(); // React logs what the boundary catches
  const world = { size: 1024, countries: [] };
  vi.spyOn(window, "fetch")
    .mockResolvedValueOnce(new Response("", { status: 500 }))
    .mockResolvedValueOnce(Response.json(world));
  const ignore = () => undefined;
  const { user } = await act(() =>
    renderScreen(
      new FakeConvex(),
      <MapView
        {...{ clusters: [], open: null, route: [], controls: null }}
        {...{ onArea: ignore, onOpen: ignore, onRest: ignore }}
        start={{ lat: 0, lng: 0, zoom: 3 }}
      />,
    ),
  );
  expect(await screen.findByText("Error when load map.")).toBeTruthy();
  await act(() => user.click(screen.getByRole("button", { name: "Try again" })));
  expect(await screen.findByRole("application")).toBeTruthy();
});
