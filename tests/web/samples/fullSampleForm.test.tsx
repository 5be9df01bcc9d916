/** Add Sample and Edit Sample (docs/product.md, "Two forms"). */
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SampleFormScreen } from "@/features/samples/form/SampleFormScreen";
import type { Viewer } from "@/hooks/data/useViewer";
import { PICK_LIST_KINDS, PICK_LISTS } from "#domain/samples/pickLists";
import type { Role } from "#domain/custody/workflow";
import { FakeConvex } from "../../support/web/fakeConvex";
import { fakePlaces } from "../../support/web/fakePlaces";
import { press } from "../../support/web/press";
import { renderScreen } from "../../support/web/renderApp";
import { leaveDraft } from "../../support/web/webSampleForm";
import { aSample } from "../../support/web/webSamples";

const LISBON = { address: "Lisbon, Portugal", city: "Lisbon", country: "Portugal" };
beforeEach(() => {
  fakePlaces().search.mockImplementation((text) => {
    const place = () => Promise.resolve({ ...LISBON, lat: 38.72, lng: -9.14 });
    return Promise.resolve(text.startsWith("Lis") ? [{ address: LISBON.address, place }] : []);
  });
});

const viewer = (role: Role = "user") =>
  ({
    email: "ana@company.com",
    role,
    country: "Brazil",
    phoneNumber: "+55 11 99999 0000",
    userLocation: "São Paulo, Brazil",
    city: "São Paulo",
    userLat: -23.55,
    userLng: -46.63,
  }) as Viewer;

const OPTIONS = Object.fromEntries(PICK_LIST_KINDS.map((kind) => [kind, PICK_LISTS[kind].values]));

const backend = () =>
  new FakeConvex()
    .answer("lookups:options", () => OPTIONS)
    .answer("identifiers:check", () => [])
    .answer("samples:register", () => ({ sampleId: "sample1", duplicate: "none" }))
    .answer("samples:edit", () => ({ sampleId: "sample1", duplicate: "none" }));

function open(
  convex: FakeConvex,
  {
    editedId,
    role,
    onLeave = vi.fn(),
  }: { editedId?: string; role?: Role; onLeave?: () => void } = {},
) {
  return renderScreen(
    convex,
    <SampleFormScreen form="full" viewer={viewer(role)} editedId={editedId} onLeave={onLeave} />,
  );
}
type User = Awaited<ReturnType<typeof open>>["user"];

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( |optional|$)`));

const TYPED = {
  Brand: "Samsung",
  Model: "Galaxy A54",
  "Hardware Version": "DVT",
  Customers: "Vivo",
  "Serial Number": "R5CT000001",
  "IMEI 1": "356938035643809",
  "IMEI 2": "356938035643817",
  "Delivered by": "Courier",
  "Delivery location": "Campinas",
  Comments: "New",
};

/** Fills in every required field. */
async function fillIn(user: User) {
  await screen.findByRole("option", { name: "Dual", hidden: true });
  await user.selectOptions(field("SIM slots"), "Dual");
  await user.selectOptions(field("Device type"), "Mobile");
  for (const [label, text] of Object.entries(TYPED)) {
    await user.click(field(label));
    await user.paste(text);
  }
}
const submit = async (user: User) =>
  await user.click(await screen.findByRole("button", { name: "Submit" }));
/** Texts of the alert above the buttons. */
const alerts = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent);
const alerted = async (text: string) => {
  await waitFor(() => expect(alerts()).toContain(text));
};

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe("the Add form", () => {
  test("Add Sample registers, rejecting duplicates, and navigates to the dashboard", async () => {
    const convex = backend();
    const onLeave = vi.fn();
    const { user } = await open(convex, { onLeave });
    await fillIn(user);
    await user.dblClick(screen.getByRole("button", { name: "Submit" }));
    expect(await screen.findByText("Form submitted successfully!")).toBeTruthy();
    expect(convex.sent).toHaveLength(1);
    expect(convex.sent[0]?.args).toMatchObject({
      duplicates: "reject",
      fields: {
        brand: "Samsung",
        customers: "Vivo",
        deliveredBy: "Courier",
        locationR: "Campinas",
        location: "São Paulo, Brazil",
        lat: -23.55,
        lng: -46.63,
      },
    });
    await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
  });

  test("Add Sample's button says 'Loading...' until the pick lists have loaded", async () => {
    const convex = new FakeConvex().answer("lookups:options", () => undefined);
    await open(convex);
    const button = await screen.findByRole("button", { name: "Loading..." });
    expect(button).toMatchObject({ disabled: true });
    convex.answer("lookups:options", () => OPTIONS);
    expect(await screen.findByRole("button", { name: "Submit" })).toMatchObject({
      disabled: false,
    });
  });

  test("Add Sample reports equal IMEIs before any other error", async () => {
    const convex = backend();
    leaveDraft({ imei2: TYPED["IMEI 1"], brand: "" }, viewer());
    const { user } = await open(convex);
    await submit(user);
    await alerted("IMEI1 and IMEI2 cannot be the same. Please change it.");
    expect(convex.sent).toHaveLength(0);
  });

  test.each([
    ["Customers", "customers", "Please fill all the fields.", "Customers is required"],
    ["IMEI 2", "imei2", "Please fill all the fields.", "IMEI 2 must be exactly 15 digits"],
    [
      "Hardware Version",
      "hwVersion",
      "Please fulfill all fields or resolve duplicate entries",
      "Hardware Version is required",
    ],
  ] as const)("Add Sample without %s (%s) says '%s'", async (label, name, alert, atField) => {
    leaveDraft({ [name]: "" }, viewer());
    const { user } = await open(backend());
    await submit(user);
    await alerted(alert);
    await alerted(atField);
    expect(document.activeElement).toBe(field(label));
  });

  test("the alert disappears with the problems it lists, or lists the remaining ones", async () => {
    leaveDraft({ imei2: TYPED["IMEI 1"], customers: "" }, viewer());
    const { user } = await open(backend());
    await submit(user);
    await alerted("IMEI1 and IMEI2 cannot be the same. Please change it.");
    await user.clear(field("IMEI 1"));
    await user.paste(TYPED["IMEI 2"]);
    await alerted("Please fill all the fields.");
    await user.click(field("Customers"));
    await user.paste("Vivo");
    await waitFor(() => expect(alerts()).toEqual([]));
  });

  test("Add Sample refuses a location that was only typed, and accepts a picked one", async () => {
    const convex = backend();
    leaveDraft({}, viewer());
    const { user } = await open(convex);
    const [location] = await screen.findAllByLabelText("Location");
    if (!location) throw new Error("there is no Location");
    await user.clear(location);
    await user.type(location, "Lis");
    await submit(user);
    await alerted("Please fill all the fields.");
    await alerted("Location must be picked from the list: its coordinates are needed");
    await user.type(location, "b");
    await user.click(await screen.findByRole("option", { name: LISBON.address }));
    await submit(user);
    expect(await screen.findByText("Form submitted successfully!")).toBeTruthy();
    const { address, city, country } = LISBON;
    expect(convex.sent[0]?.args).toMatchObject({
      fields: { location: address, city, country, lat: 38.72, lng: -9.14 },
    });
  });

  test("picking a place of delivery does not change the sample's city and country", async () => {
    const convex = backend();
    leaveDraft({ locationR: "" }, viewer());
    const { user } = await open(convex);
    await user.click(await screen.findByLabelText(/^Delivery location/));
    await user.paste("Lis");
    await user.click(await screen.findByRole("option", { name: LISBON.address }));
    await submit(user);
    expect(await screen.findByText("Form submitted successfully!")).toBeTruthy();
    expect(convex.sent[0]?.args).toMatchObject({
      fields: { locationR: LISBON.address, city: "São Paulo", country: "Brazil" },
    });
  });

  test("Add Sample refuses an identifier of another sample, and names that sample", async () => {
    const convex = backend().answer("identifiers:check", ({ imei1 }) =>
      imei1 === TYPED["IMEI 1"]
        ? [{ field: "imei1", sampleId: "other", message: "IMEI1 already exists" }]
        : [],
    );
    leaveDraft({}, viewer());
    const { user } = await open(convex);
    const note = await screen.findByText(/^IMEI1 already exists, so this cannot be saved/);
    expect(within(note).getByRole("link").getAttribute("href")).toBe("/private/viewfs/other");
    expect(note.closest("[role=alert]")).not.toBeNull(); // red: it blocks saving
    await submit(user);
    await alerted("Please fulfill all fields or resolve duplicate entries");
    expect(document.activeElement).toBe(field("IMEI 1"));
    expect(convex.sent).toHaveLength(0);
    await user.clear(field("IMEI 1"));
    await user.paste("356938035643825");
    await waitFor(() => expect(alerts()).toEqual([]));
  });

  test("Add Sample reports a failed duplicate check", async () => {
    const convex = backend();
    leaveDraft({}, viewer());
    const { user } = await open(convex);
    convex.query = () => Promise.reject(new Error("no index"));
    await submit(user);
    await alerted("An error occurred while checking for duplicates. Please try again.");
    expect(convex.sent).toHaveLength(0);
  });

  test("Add Sample shows at the field that a serial number was taken meanwhile", async () => {
    const message = "Serial Number already exists";
    const convex = backend().answer("samples:register", () => {
      throw new ConvexError({ code: "SERIAL_TAKEN", message, field: "serialNumber" });
    });
    leaveDraft({}, viewer());
    const { user } = await open(convex);
    await submit(user);
    await alerted(message);
    expect(document.activeElement).toBe(field("Serial Number"));
  });

  test("Add Sample has no ADD button for anyone", async () => {
    await open(backend(), { role: "admin" });
    await screen.findByRole("option", { name: "Dual", hidden: true });
    expect(screen.queryByRole("button", { name: /^Add to/ })).toBeNull();
  });
});

describe("the fields of Add Sample", () => {
  test("a phone number is formatted as +99 99 99999 9999 while typed, and keeps further digits", async () => {
    const { user } = await open(backend());
    const phone = await screen.findByLabelText<HTMLInputElement>("Phone number");
    await user.clear(phone);
    await user.type(phone, "5511912345678");
    expect(phone.value).toBe("+55 11 91234 5678");
    // Correcting a digit in the middle leaves the cursor there.
    await user.type(phone, "{Backspace}0", { initialSelectionStart: 6, initialSelectionEnd: 6 });
    expect(phone.value).toBe("+55 10 91234 5678");
    expect(phone.selectionStart).toBe(6);
    await user.type(phone, "999");
    expect(phone.value).toBe("+55 10 91234 5678999");
  });

  test("Received Date is MM/dd/yyyy, today until another day is typed", async () => {
    const convex = backend();
    leaveDraft({}, viewer());
    const { user } = await open(convex);
    const received = await screen.findByLabelText<HTMLInputElement>(/^Received Date/);
    const today = new Date();
    const two = (number: number) => String(number).padStart(2, "0");
    expect(received.value).toBe(
      `${two(today.getMonth() + 1)}/${two(today.getDate())}/${today.getFullYear()}`,
    );
    await user.clear(received);
    await user.type(received, "3/5/2026");
    await user.tab();
    expect(received.value).toBe("03/05/2026");

    await user.clear(received);
    await user.type(received, "soon");
    await submit(user);
    await alerted("Received Date is not valid");
  });

  test("a scanner's Enter moves to the next field of Add Sample, and saves nothing", async () => {
    const convex = backend();
    const { user } = await open(convex);
    await user.type(await screen.findByLabelText("Delivered by"), "DHL{Enter}");
    expect(document.activeElement).toBe(field("Received Date"));
    press("Enter", {}, field("Received Date"));
    expect(document.activeElement).toBe(field("Delivery location"));
    expect(convex.sent).toHaveLength(0);
  });
});

describe("the Edit form", () => {
  const PLACE = { lat: -23.55, lng: -46.63 };

  test("Edit Sample updates, and does not check unchanged identifiers again", async () => {
    const asked: unknown[] = [];
    const convex = backend()
      .answer("samples:get", () => aSample(PLACE))
      .answer("identifiers:check", (args) => {
        asked.push(args);
        return [];
      });
    const onLeave = vi.fn();
    const { user } = await open(convex, { editedId: "sample1", onLeave });
    await user.type(await screen.findByLabelText("Comments"), "!");
    convex.query = () => Promise.reject(new Error("must not be asked"));
    await user.click(screen.getByRole("button", { name: "Update" }));
    expect(await screen.findByText("Form updated successfully!")).toBeTruthy();
    expect(convex.sent[0]).toMatchObject({
      name: "samples:edit",
      args: { duplicates: "reject", fields: { comments: "Screen protector on!" } },
    });
    await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
  });

  test("Edit Sample keeps the typed values, with a note, when another person takes a step meanwhile", async () => {
    const sample = aSample(PLACE);
    const convex = backend().answer("samples:get", () => sample);
    const { user } = await open(convex, { editedId: "sample1" });
    await user.type(await screen.findByLabelText("Comments"), "!");
    const handedOver = { ...sample, status: "In Transit", inTransitTo: "bruno@company.com" };
    act(() => void convex.answer("samples:get", () => handedOver));
    expect((await screen.findByRole("status")).textContent).toContain("In Transit");
    expect(field("Comments").value).toBe("Screen protector on!");
  });

  test("Edit Sample is not offered for a sample that may not be edited", async () => {
    const convex = backend().answer("samples:get", () => aSample({ ...PLACE, status: "Lost" }));
    await open(convex, { editedId: "sample1" });
    expect((await screen.findByRole("status")).textContent).toContain("Lost");
    expect(screen.queryByLabelText("Comments")).toBeNull();
  });

  test("Edit Sample lets supervisors and admins add to a pick list", async () => {
    const convex = backend()
      .answer("samples:get", () => aSample(PLACE))
      .answer("lookups:add", ({ value }) => {
        if (value !== "Oi")
          throw new ConvexError({ code: "OPTION_TAKEN", message: "Already exist" });
        return null;
      });
    const { user } = await open(convex, { editedId: "sample1", role: "supervisor" });
    await user.click(await screen.findByRole("button", { name: "Add to Customers" }));
    const value = await screen.findByLabelText("New value");
    await user.type(value, "Vivo{Enter}");
    await alerted("Already exist");
    await user.clear(value);
    await user.type(value, "Oi{Enter}");
    expect(await screen.findByText("Added Customers Successfully")).toBeTruthy();
    expect(field("Customers").value).toBe("Oi");
  });

  test("Edit Sample does not let users add to a pick list", async () => {
    await open(
      backend().answer("samples:get", () => aSample(PLACE)),
      { editedId: "sample1" },
    );
    await screen.findByLabelText("Comments");
    expect(screen.queryByRole("button", { name: /^Add to/ })).toBeNull();
  });
});
