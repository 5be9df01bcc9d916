/** Ctrl+K, and the keys that open screens (docs/product.md, "Shell"). */
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { KeysDialog } from "@/components/keys/KeysDialog";
import { PaletteDialog } from "@/features/shell/palette/PaletteDialog";
import { usePaletteKeys } from "@/features/shell/palette/usePaletteKeys";
import { themeStore } from "@/hooks/useTheme";
import { ViewerProvider, type Viewer } from "@/hooks/data/useViewer";
import type { Doc } from "../../../convex/_generated/dataModel";
import { FakeConvex } from "../../support/web/fakeConvex";
import { press } from "../../support/web/press";
import { renderScreen } from "../../support/web/renderApp";
import { aSample } from "../../support/web/webSamples";

const ana = { email: "ana@company.com", role: "user" } as const;
const PIXEL = aSample({ brand: "Google", model: "Pixel 9", serialNumber: "GO9K0001" });
const GALAXY = aSample({ brand: "Samsung", model: "Galaxy A54", serialNumber: "SA2K0152" });

function Shell({ role }: { role: Viewer["role"] }) {
  const [isOpen, setOpen] = useState(false);
  usePaletteKeys(role, () => setOpen(true));
  return (
    <>
      <input aria-label="Comments" />
      <KeysDialog />
      {isOpen && <PaletteDialog onClose={() => setOpen(false)} onOpenTheme={vi.fn()} />}
    </>
  );
}

async function openShell(rows: readonly Doc<"samples">[], role: Viewer["role"] = "user") {
  const convex = new FakeConvex()
    .answerPage("samples:list", ({ scope, status }) =>
      scope === "mine" ? rows.filter((row) => row.status === status) : [],
    )
    .answer("people:names", () => [])
    .answer("users:recipients", ({ search }) =>
      "bruno costa".startsWith(String(search))
        ? [{ email: "b@company.com", displayName: "Bruno Costa", city: "Porto", country: "PT" }]
        : [],
    )
    .answer("users:getByEmail", () => null);
  const viewer = { ...ana, role, displayName: "Ana Lima", photoURL: "" } as Viewer;
  const shell = await renderScreen(
    convex,
    <ViewerProvider value={viewer}>
      <Shell role={role} />
    </ViewerProvider>,
  );
  return { ...shell, convex };
}

/** The options in order, by the first words of their text. */
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

async function openPalette(rows: readonly Doc<"samples">[], role: Viewer["role"] = "user") {
  const shell = await openShell(rows, role);
  press("k", { ctrlKey: true });
  return { ...shell, field: await screen.findByRole("combobox") };
}

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

describe("the palette", () => {
  // First: the code is loaded once for all tests of this file.
  test("keeps what is typed before its code has loaded", async () => {
    await openShell([]);
    press("k", { ctrlKey: true });
    const ahead = screen.getByRole("textbox", { name: "Search and go anywhere" });
    expect(document.activeElement).toBe(ahead);
    fireEvent.change(ahead, { target: { value: "cust" } });
    const field = await screen.findByRole<HTMLInputElement>("combobox");
    expect(field.value).toBe("cust");
    expect(document.activeElement).toBe(field);
    await screen.findByRole("option", { name: /Return to Customer/ });
  });

  test("finds a sample by part of its serial number, says who holds it, and Enter opens it", async () => {
    const { field, router } = await openPalette([PIXEL, GALAXY]);
    fireEvent.change(field, { target: { value: "0152" } });
    const found = await screen.findByRole("option", { name: /Galaxy A54/ });
    expect(within(found).getByText("Ana")).toBeTruthy();
    expect(screen.queryByRole("option", { name: /Pixel/ })).toBeNull();
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(router.state.location.search).toEqual({ sample: GALAXY._id }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("offers the steps of a sample if it is the only one found", async () => {
    const { field, user, router } = await openPalette([PIXEL, GALAXY]);
    fireEvent.change(field, { target: { value: "galaxy" } });
    await user.click(await screen.findByRole("option", { name: "Transfer SA2K0152" }));
    expect(router.state.location.pathname).toBe(`/private/transferfs/${GALAXY._id}`);
  });

  test("links to all samples found if there are more than six", async () => {
    const many = Array.from({ length: 8 }, (_, index) => aSample({ serialNumber: `SN${index}` }));
    const { field, user, router } = await openPalette(many);
    fireEvent.change(field, { target: { value: "sn" } });
    await user.click(await screen.findByRole("option", { name: "All 8 samples found" }));
    expect(router.state.location).toMatchObject({
      pathname: "/private/reportfs",
      search: { q: "sn" },
    });
  });

  test("offers the most recently opened samples before anything is typed", async () => {
    sessionStorage.setItem("sms.recentSamples", GALAXY._id);
    await openPalette([PIXEL, GALAXY]);
    const last = await screen.findByRole("group", { name: "Opened last" });
    expect(within(last).getAllByRole("option")).toHaveLength(1);
    within(last).getByRole("option", { name: /Galaxy A54/ });
  });

  test("finds screens by the beginning of a word, and only screens of the person's role", async () => {
    const { field, user, router } = await openPalette([]);
    fireEvent.change(field, { target: { value: "audit" } });
    expect(screen.queryByRole("option", { name: /Audit log/ })).toBeNull();
    fireEvent.change(field, { target: { value: "cust" } });
    await user.click(await screen.findByRole("option", { name: /Return to Customer/ }));
    expect(router.state.location.pathname).toBe("/dashboard/homefsreturn");
  });

  test("links from a person whose page the reader may not open to what they hold", async () => {
    const { field, user, router } = await openPalette([]);
    fireEvent.change(field, { target: { value: "bruno" } });
    await user.click(await screen.findByRole("option", { name: /Bruno Costa/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/private/reportfs"));
    expect(router.state.location.search).toEqual({ filter: "samplmanag=b@company.com" });
  });

  test.each([
    ["dark", "Colour scheme: Dark"],
    ["log out", "Sign out"],
    ["export", "Export Report Sample"],
    ["invite", "Invitations"],
    ["webhooks", "Integrations"],
    ["private", "Private Information"],
  ])("finds %j as %s", async (typed, label) => {
    const { field } = await openPalette([], "admin");
    fireEvent.change(field, { target: { value: typed } });
    expect(await screen.findByRole("option", { name: label })).toBeTruthy();
  });

  test("a command runs with one Enter", async () => {
    const { field } = await openPalette([]);
    fireEvent.change(field, { target: { value: "dark" } });
    await screen.findByRole("option", { name: "Colour scheme: Dark" });
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(document.documentElement.dataset.scheme).toBe("dark"));
    themeStore.reset();
  });

  test("puts people above samples for letters, and Enter opens the person", async () => {
    const bruna = aSample({ brand: "Bruna", model: "One", serialNumber: "BR1" });
    const { field, router } = await openPalette([bruna]);
    fireEvent.change(field, { target: { value: "bru" } });
    await screen.findByRole("option", { name: /Bruno Costa/ });
    await waitFor(() => expect(options().join()).toContain("Bruna One"));
    expect(options()[0]).toMatch(/Bruno Costa/);
    await waitFor(() => {
      const selected = screen.getByRole("option", { selected: true });
      expect(selected.textContent).toMatch(/Bruno Costa/);
    });
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/private/reportfs"));
  });

  test("shows the IMEI that matches instead of the serial number", async () => {
    const { field } = await openPalette([aSample({ ...PIXEL, imei1: "356938035643809" })]);
    fireEvent.change(field, { target: { value: "643809" } });
    expect(await screen.findByRole("option", { name: /IMEI 35 693803 564380 9/ })).toBeTruthy();
  });

  test("finds a sample that waits for the viewer by its sender, and opens its form", async () => {
    const { field, convex, user, router } = await openPalette([PIXEL]);
    const device = { brand: "Nokia", model: "G42", serialNumber: "NK1" };
    const item = { sampleId: "s1", kind: "transfer", from: "dora.klein@company.com", since: 1 };
    convex.answer("inbox:waiting", () => ({ items: [{ ...item, ...device }], total: 1 }));
    fireEvent.change(field, { target: { value: "klein" } });
    await user.click(await screen.findByRole("option", { name: /^Receive Nokia G42/ }));
    expect(router.state.location.pathname).toBe("/private/acknowledgefs/s1");
  });

  test("says that nothing matches", async () => {
    const { field } = await openPalette([PIXEL]);
    fireEvent.change(field, { target: { value: "zzz" } });
    expect(await screen.findByText("No match for “zzz”")).toBeTruthy();
    expect(options()).toEqual([]);
    // A user does not see the samples of others.
    expect(screen.getByText("Other people may hold samples that you cannot see.")).toBeTruthy();
  });
});

describe("keys that open screens", () => {
  test("g and a letter open a screen, and a list does not get the letter", async () => {
    const { router } = await openShell([]);
    const ofTheList = vi.fn();
    document.addEventListener("keydown", ofTheList);
    press("g");
    press("t", {}, document.body, 500);
    document.removeEventListener("keydown", ofTheList);
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/homefstransfer"));
    expect(ofTheList).not.toHaveBeenCalled();
  });

  test("the letters stay text in a field", async () => {
    const { router } = await openShell([]);
    const field = screen.getByLabelText("Comments");
    for (const key of ["g", "t"]) fireEvent.keyDown(field, { key });
    expect(router.state.location.pathname).toBe("/");
  });

  test("? lists the keys that work everywhere, only for the person's role", async () => {
    await openShell([]);
    press("?", { shiftKey: true });
    const dialog = await screen.findByRole("dialog", { name: "Keyboard" });
    within(dialog).getByText("Search and go anywhere");
    within(dialog).getByText("History");
  });
});
