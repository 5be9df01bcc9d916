import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AddressPicker } from "@/components/forms/AddressPicker";
import type { Place } from "@/lib/places/place";
import { fakePlaces } from "../support/web/fakePlaces";

const LIMA = { address: "Lima, Peru", city: "Lima", country: "Peru", lat: -12.05, lng: -77.04 };

let places: ReturnType<typeof fakePlaces>;

beforeEach(() => {
  places = fakePlaces();
  places.search.mockResolvedValue([{ address: "Lima", place: () => Promise.resolve(LIMA) }]);
});
afterEach(cleanup);

function open(onPick: (place: Place) => void = vi.fn()) {
  function Form() {
    const [value, setValue] = useState("");
    return (
      <AddressPicker
        control={{ id: "a", "aria-describedby": undefined, "aria-invalid": undefined }}
        inputRef={null}
        value={value}
        onType={setValue}
        onPick={(place) => {
          setValue(place.address);
          onPick(place);
        }}
        onBlur={() => undefined}
      />
    );
  }
  render(<Form />);
  return { user: userEvent.setup(), field: screen.getByRole<HTMLInputElement>("combobox") };
}

test("picking an address sets its city, country and coordinates", async () => {
  const onPick = vi.fn();
  const { user, field } = open(onPick);
  await user.type(field, "lim");
  await user.click(await screen.findByRole("option", { name: "Lima" }));
  await waitFor(() => expect(onPick).toHaveBeenCalledExactlyOnceWith(LIMA));
  expect(field.value).toBe("Lima, Peru");
});

test("an address field says 'Loading maps' until the maps have loaded", async () => {
  places.load.mockReturnValue(new Promise(() => undefined));
  const { user, field } = open();
  await user.type(field, "lim");
  expect(await screen.findByText("Loading maps")).toBeTruthy();
});

test.each([
  ["do not load", () => places.load.mockRejectedValue(new Error("offline"))],
  ["do not answer", () => places.search.mockRejectedValue(new Error("quota"))],
])("an address field says 'Error loading maps' when the maps %s", async (_, fail) => {
  fail();
  const { user, field } = open();
  await user.type(field, "lim");
  expect(await screen.findByText("Error loading maps")).toBeTruthy();
});

test("an address whose coordinates cannot be fetched is not picked", async () => {
  const place = () => Promise.reject(new Error("no coordinates"));
  places.search.mockImplementation((text) =>
    Promise.resolve(text === "lim" ? [{ address: "Lima", place }] : []),
  );
  const onPick = vi.fn();
  const { user, field } = open(onPick);
  await user.type(field, "lim");
  await user.click(await screen.findByRole("option", { name: "Lima" }));
  await user.click(field);
  await user.type(field, "x");
  expect(await screen.findByText("No place with that name")).toBeTruthy();
  expect(onPick).not.toHaveBeenCalled();
});
