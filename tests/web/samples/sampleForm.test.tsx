import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { takeScan } from "@/lib/keys/scanTakers";
import { DRAFT_KEY } from "@/lib/sampleDraft";
import { COUNTRIES } from "#domain/common/countries";
import { fakePlaces } from "../../support/web/fakePlaces";
import { useKeyTimes } from "../../support/web/keyTimes";
import { ana, backend, leaveDraft, open, type User } from "../../support/web/webSampleForm";

beforeEach(() => void fakePlaces());
const scanCodes = useKeyTimes();

const TYPED = {
  Brand: "Samsung",
  Model: "Galaxy A54",
  "Operating system": "Android",
  Networks: "5G",
  "SIM card": "Nano SIM",
  "Serial Number": "R5CT000001",
  "IMEI 1": "356938035643809",
  "IMEI 2": "356938035643817",
  "Customer sample manager": "Carla Dias",
  "Delivered by": "Courier",
  "Delivery location": "Campinas",
  "Last Manager": "bob@company.com",
  Comments: "New",
};

async function fillIn(user: User) {
  await screen.findByRole("option", { name: "Dual", hidden: true });
  await user.selectOptions(screen.getByLabelText("SIM slots"), "Dual");
  await user.selectOptions(screen.getByLabelText("Device type"), "Mobile");
  await user.selectOptions(screen.getByLabelText("Hardware type"), "Signed");
  for (const [label, text] of Object.entries(TYPED)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
}

/** Pastes each code and presses Enter: the form draws once for a code, not for each of its keys. */
async function pasteCodes(user: User, ...codes: readonly string[]) {
  for (const code of codes) {
    await user.paste(code);
    await user.keyboard("{Enter}");
  }
}

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe("New Sample", () => {
  test("New Sample registers, flagging duplicates, and names the sample when it closes", async () => {
    const convex = backend();
    const onLeave = vi.fn();
    const { user } = await open(convex, undefined, onLeave);
    await fillIn(user);
    await user.dblClick(screen.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("Sample Added Successfully")).toBeTruthy();
    expect(convex.sent).toHaveLength(1);
    expect(convex.sent[0]).toMatchObject({
      name: "samples:register",
      args: {
        duplicates: "flag",
        fields: { brand: "Samsung", serialNumber: "R5CT000001", samplmanag: ana.email },
      },
    });
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith("sample1"));
    expect(sessionStorage.getItem(DRAFT_KEY)).toBeNull();
  });

  test("New Sample begins with the identifiers, which a scan types", async () => {
    await open(backend());
    const fields = screen.getAllByRole("textbox").map((field) => field.getAttribute("name"));
    expect(fields.slice(0, 3)).toEqual(["serialNumber", "imei1", "imei2"]);
  });

  describe("the first 8 digits of IMEI 1", () => {
    const A54 = { brand: "Samsung", model: "Galaxy A54", hwtype: "Mobile" };
    const S9 = { brand: "Samsung", model: "Galaxy Tab S9", hwtype: "Tablet" };
    const knowing = (...known: object[]) =>
      backend().answer("lookups:modelsOfImei", ({ imei }) => (imei === "35693803" ? known : []));
    const value = (label: string) =>
      screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value;
    const device = () => ["Brand", "Model", "Device type"].map(value);
    const scan = async (user: User) => {
      await screen.findByRole("option", { name: "Dual", hidden: true });
      await user.click(screen.getByLabelText("IMEI 1"));
      await user.paste("356938035643809");
    };

    test("fill in brand, model and device type if one model was registered with them", async () => {
      const { user } = await open(knowing(A54));
      await scan(user);
      await waitFor(() => expect(device()).toEqual(["Samsung", "Galaxy A54", "Mobile"]));
      expect(screen.queryByText(/were registered as/)).toBeNull();
    });

    test("keep what the person typed, and offer the model", async () => {
      const { user } = await open(knowing(A54));
      await user.click(await screen.findByLabelText("Brand"));
      await user.paste("Apple");
      await scan(user);
      const offer = await screen.findByRole("button", { name: "Samsung Galaxy A54" });
      expect(device()).toEqual(["Apple", "", ""]);
      await user.click(offer);
      expect(device()).toEqual(["Samsung", "Galaxy A54", "Mobile"]);
    });

    test("offer several models and fill in none", async () => {
      const { user } = await open(knowing(A54, S9));
      await scan(user);
      await user.click(await screen.findByRole("button", { name: "Samsung Galaxy Tab S9" }));
      expect(device()).toEqual(["Samsung", "Galaxy Tab S9", "Tablet"]);
      expect(screen.queryByRole("button", { name: "Samsung Galaxy A54" })).not.toBeNull();
    });
  });

  describe("sections of New Sample", () => {
    const KNOWN = {
      ...{ brand: "Samsung", model: "Galaxy A54", hwtype: "Mobile", devTypes: "Signed" },
      ...{ os: "Android", tNetworks: "5G", slots: "Single", simCard: "Nano SIM" },
    };
    const device = () => screen.getByRole("button", { name: /^Device/ });
    const isOpen = () => device().getAttribute("aria-expanded") === "true";
    const typeIdentifiers = async (user: User) => {
      await screen.findByRole("option", { name: "Dual", hidden: true });
      await user.click(screen.getByLabelText("Serial Number"));
      await pasteCodes(user, "R5CT000001", "356938035643809");
    };

    test("fold to a line with what a known IMEI filled in, and Enter moves to the delivery", async () => {
      const { user } = await open(backend().answer("lookups:modelsOfImei", () => [KNOWN]));
      expect(isOpen()).toBe(false);
      await typeIdentifiers(user);
      await waitFor(() =>
        expect(device().textContent).toBe(
          "DeviceSamsung Galaxy A54 · Mobile · Single · 5G · Nano SIM · Android · Signed",
        ),
      );
      // IMEI 2 had the focus, and a single slot locks it.
      await waitFor(() =>
        expect(document.activeElement).toBe(screen.getByLabelText("Delivered by")),
      );
      expect(isOpen()).toBe(false);
    });

    test("open if an unknown IMEI leaves the device to be typed", async () => {
      const { user } = await open(backend().answer("lookups:modelsOfImei", () => []));
      await typeIdentifiers(user);
      await waitFor(() => expect(isOpen()).toBe(true));
    });

    test("are filled in again by an IMEI of another model", async () => {
      const other = { ...KNOWN, model: "Galaxy Tab S9", hwtype: "Tablet", os: "" };
      const convex = backend().answer("lookups:modelsOfImei", ({ imei }) =>
        imei === "35693803" ? [KNOWN] : [other],
      );
      const { user } = await open(convex);
      await typeIdentifiers(user);
      await waitFor(() => expect(device().textContent).toMatch(/Galaxy A54/));
      const imei1 = screen.getByLabelText<HTMLInputElement>("IMEI 1");
      await user.clear(imei1);
      await user.click(imei1);
      await user.paste("490154203237518");
      const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
      await waitFor(() => expect(value("Model")).toBe("Galaxy Tab S9"));
      expect([value("Device type"), value("Operating system")]).toEqual(["Tablet", ""]);
    });
  });

  test("No IMEI clears and locks both IMEIs, and is refused for a phone", async () => {
    const { user } = await open(backend());
    await screen.findByRole("option", { name: "Dual", hidden: true });
    const imei1 = screen.getByLabelText<HTMLInputElement>("IMEI 1");
    await user.click(imei1);
    await user.paste("356938035643809");
    await user.click(screen.getByRole("checkbox", { name: "No IMEI" }));
    expect([imei1.value, imei1.disabled]).toEqual(["", true]);
    await user.selectOptions(screen.getByLabelText("Device type"), "Mobile");
    const refusal = "IMEI 1 is required: a device of type 'Mobile' has one";
    expect((await screen.findByRole("alert")).textContent).toBe(refusal);
    await user.selectOptions(screen.getByLabelText("Device type"), "Tablet");
    expect(screen.queryByRole("alert")).toBeNull();
    act(() => takeScan("356938035643809"));
    expect([imei1.value, imei1.disabled]).toEqual(["35 693803 564380 9", false]);
  });

  test("Last Manager suggests first the deliverer of the sample, then the person at the form", async () => {
    const people = [
      { email: "zoe@company.com", displayName: "Zoe", city: "", country: "" },
      { email: "bob@company.com", displayName: "Bob Ray", city: "", country: "" },
      { email: ana.email, displayName: "Ana", city: "", country: "" },
    ];
    const { user } = await open(backend().answer("users:recipients", () => people));
    await user.click(await screen.findByLabelText("Delivered by"));
    await user.paste("Bob Ray");
    const last = screen.getByLabelText<HTMLInputElement>("Last Manager");
    expect(last.value).toBe("");
    await user.click(last);
    const offered = within(screen.getByRole("listbox")).getAllByRole("option");
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("bob@"),
      expect.stringContaining("ana@"),
      expect.stringContaining("zoe@"),
    ]);
  });

  test("the model field suggests models of the brand before others of the list", async () => {
    const convex = backend().answer("lookups:modelsOfBrand", ({ brand }) =>
      brand === "Samsung" ? ["SM-A107M", "SM-X710"] : [],
    );
    const { user } = await open(convex);
    await screen.findByRole("option", { name: "Dual", hidden: true });
    await user.click(screen.getByLabelText("Brand"));
    await user.paste("Samsung");
    await user.click(screen.getByLabelText("Model"));
    const options = within(await screen.findByRole("listbox")).getAllByRole("option");
    expect(options.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      "SM-A107M",
      "SM-X710",
    ]);
  });

  test("Save and add another asks for the next device's identifiers; Ctrl+Enter saves it", async () => {
    const convex = backend();
    const onLeave = vi.fn();
    leaveDraft();
    const { user } = await open(convex, undefined, onLeave);
    await user.click(await screen.findByRole("button", { name: "Save and add another" }));
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    await waitFor(() => expect(value("Serial Number")).toBe(""));
    expect(["IMEI 1", "IMEI 2", "Brand"].map(value)).toEqual(["", "", "Samsung"]);
    expect(document.activeElement).toBe(screen.getByLabelText("Serial Number"));
    expect(onLeave).not.toHaveBeenCalled();
    expect(sessionStorage.getItem(DRAFT_KEY)).toBeNull(); // nothing is unsaved

    await pasteCodes(user, "R5CT000002", "356938035643825", "356938035643833");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith("sample1"));
    const [first, second] = convex.sent.map(({ args }) => args);
    expect(second).toMatchObject({ fields: { brand: "Samsung", serialNumber: "R5CT000002" } });
    expect(second?.transactionId).not.toBe(first?.transactionId);
  });

  test.each([
    ["user", true],
    ["supervisor", false],
    ["admin", false],
  ] as const)(
    "New Sample of a %s has their own Sample Manager, read-only: %s",
    async (role, fixed) => {
      await open(backend(), undefined, vi.fn(), { ...ana, role });
      const manager = await screen.findByLabelText<HTMLInputElement>("Sample Manager");
      expect([manager.value, manager.title]).toEqual(["Ana", ana.email]);
      expect(manager.readOnly).toBe(fixed);
    },
  );

  test("New Sample reports missing fields in the catalogue's words, one at a time", async () => {
    const convex = backend();
    leaveDraft({ serialNumber: "", imei1: "" });
    const { user } = await open(convex);
    await user.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText("Please provide value in each input field")).toBeTruthy();
    const errors = () => screen.getAllByText(/ is required$/).map(({ textContent }) => textContent);
    expect(errors()).toEqual(["Serial Number is required"]);
    const serial = screen.getByLabelText("Serial Number");
    expect(document.activeElement).toBe(serial);
    await user.paste("R5CT000001");
    await waitFor(() => expect(errors()).toEqual(["IMEI 1 is required"]));
    expect(convex.sent).toHaveLength(0);
    await user.click(screen.getByLabelText("IMEI 1"));
    await user.paste("356938035643809");
    await waitFor(() => expect(screen.queryAllByRole("alert")).toEqual([]));
  });

  test("a missing IMEI 2 comes with what to do for a device with one SIM", async () => {
    leaveDraft({ imei2: "", slots: "" });
    const { user } = await open(backend());
    await user.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText("Only one SIM? Set SIM slots to Single.")).toBeTruthy();
  });

  test("a single slot clears and disables IMEI 2", async () => {
    const { user } = await open(backend());
    await screen.findByRole("option", { name: "Dual", hidden: true });
    const imei2 = screen.getByLabelText<HTMLInputElement>("IMEI 2");
    await user.click(imei2);
    await user.paste("356938035643817");
    await user.selectOptions(screen.getByLabelText("SIM slots"), "Single");
    expect(imei2.value).toBe("");
    expect(imei2.disabled).toBe(true);
    await user.selectOptions(screen.getByLabelText("SIM slots"), "Dual");
    expect(imei2.disabled).toBe(false);
  });

  test("an IMEI takes 15 digits of the typed text, and a wrong check digit only warns", async () => {
    const { user } = await open(backend());
    const imei1 = await screen.findByLabelText<HTMLInputElement>("IMEI 1");
    await user.click(imei1);
    await user.paste("IMEI: 35 693803 564380 1 / 99");
    expect(imei1.value).toBe("35 693803 564380 1");
    expect(screen.getByText("check digit does not match")).toBeTruthy();
    expect(imei1.getAttribute("aria-invalid")).toBeNull();
  });

  test("an IMEI is grouped while it is typed, and validated on blur", async () => {
    const { user } = await open(backend());
    const imei1 = await screen.findByLabelText<HTMLInputElement>("IMEI 1");
    await user.type(imei1, "35693803");
    expect(screen.queryByRole("alert")).toBeNull();
    await user.tab();
    expect((await screen.findByRole("alert")).textContent).toBe("IMEI 1 must be exactly 15 digits");
    await user.type(imei1, "5643809");
    expect(screen.queryByRole("alert")).toBeNull();
    await user.tab();
    expect(imei1.value).toBe("35 693803 564380 9");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("the next scan into a filled IMEI field replaces its content", async () => {
    const { user } = await open(backend());
    const imei1 = await screen.findByLabelText<HTMLInputElement>("IMEI 1");
    await user.click(imei1);
    await user.paste("356938035643809");
    await user.click(screen.getByLabelText("Serial Number"));
    await user.tab(); // selects the text
    await user.paste("356938035643817");
    expect(imei1.value).toBe("35 693803 564381 7");
  });

  test("a scan outside of the fields fills its field: IMEIs are recognized by their check digit", async () => {
    await open(backend());
    await screen.findByRole("option", { name: "Dual", hidden: true });
    for (const code of ["356938035643809", "R5CT000009", "356938035643817"]) {
      act(() => takeScan(code));
    }
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    expect(["Serial Number", "IMEI 1", "IMEI 2"].map(value)).toEqual([
      ...["R5CT000009", "35 693803 564380 9", "35 693803 564381 7"],
    ]);
  });

  test("the QR code of a box fills three fields, and its article number none", async () => {
    await open(backend());
    await screen.findByRole("option", { name: "Dual", hidden: true });
    const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    act(() => takeScan("4006381333931"));
    expect(await screen.findByText(/^This is an article number \(EAN\)/)).toBeTruthy();
    expect(value("Serial Number")).toBe("");
    act(() => takeScan("IMEI2:357309117710024;IMEI1:357309117710016;SN:R5CT10ABCDE"));
    expect(["Serial Number", "IMEI 1", "IMEI 2"].map(value)).toEqual([
      ...["R5CT10ABCDE", "35 730911 771001 6", "35 730911 771002 4"],
    ]);
    await waitFor(() => expect(screen.queryByText(/^This is an article number/)).toBeNull());
  });

  describe("the label of a registered sample", () => {
    const LABEL = "https://old.example.com/private/viewfs/k57abc";
    const note = () => screen.queryByText(/^This label belongs to a registered sample/);
    const serial = () => screen.getByLabelText<HTMLInputElement>("Serial Number");
    const vibrate = vi.fn();
    const openForm = async () => {
      vibrate.mockClear();
      Object.assign(navigator, { vibrate });
      const opened = await open(backend());
      await screen.findByRole("option", { name: "Dual", hidden: true });
      return opened;
    };

    test("fills no field when it is scanned, and opens its sample above the form", async () => {
      const { user, router } = await openForm();
      act(() => takeScan("R5CT000009"));
      await waitFor(() => expect(vibrate).toHaveBeenLastCalledWith([60]));
      act(() => takeScan(LABEL));
      await waitFor(() => expect(vibrate).toHaveBeenLastCalledWith([120, 80, 120]));
      expect(note()).not.toBeNull();
      expect(serial().value).toBe("R5CT000009");
      await user.click(screen.getByRole("link", { name: "See the sample" }));
      await waitFor(() => expect(router.state.location.search).toEqual({ sample: "k57abc" }));
      expect(serial().value).toBe("R5CT000009");
      act(() => takeScan("356938035643809"));
      await waitFor(() => expect(note()).toBeNull());
    });

    test("leaves the field that a scanner typed it into, for the next scan", async () => {
      const { user } = await openForm();
      await user.click(serial());
      await user.paste(LABEL);
      await user.keyboard("{Enter}");
      await waitFor(() => expect(note()).not.toBeNull());
      expect([serial().value, document.activeElement]).toEqual(["", serial()]);
      await waitFor(() => expect(vibrate).toHaveBeenLastCalledWith([120, 80, 120]));
    });
  });

  describe("a field with a pick list", () => {
    const ticks = () => document.querySelectorAll(".lucide-check").length;
    const options = () =>
      within(screen.getByRole("listbox"))
        .getAllByRole("option")
        .map(({ textContent }) => textContent);

    test("opens with all values, at the current one", async () => {
      const { user } = await open(backend());
      const country = await screen.findByLabelText("Country");
      await user.click(country);
      expect(options()).toHaveLength(COUNTRIES.length);
      const highlighted = country.getAttribute("aria-activedescendant");
      expect(document.getElementById(highlighted ?? "")?.textContent).toBe("Brazil");
    });

    test("takes the highlighted entry on Enter, also if it already has a value", async () => {
      const { user } = await open(backend());
      const country = await screen.findByLabelText<HTMLInputElement>("Country");
      await user.click(country);
      await user.keyboard("{ArrowDown}");
      const next = COUNTRIES[COUNTRIES.indexOf("Brazil") + 1];
      await user.keyboard("{Enter}");
      expect(country.value).toBe(next);
      expect(document.activeElement).toBe(country);
    });

    test("takes the best match on Enter, and otherwise keeps the typed text", async () => {
      const { user } = await open(backend());
      const networks = await screen.findByLabelText<HTMLInputElement>("Networks");
      await user.type(networks, "5{Enter}");
      expect(networks.value).toBe("5G");
      await user.clear(networks);
      await user.type(networks, "5");
      await user.click(screen.getByRole("option", { name: "Use “5”" }));
      expect(networks.value).toBe("5");
    });

    test("warns of an unknown text, and adopts the list's spelling of a known one", async () => {
      const { user } = await open(backend());
      const os = await screen.findByLabelText<HTMLInputElement>("Operating system");
      await user.type(os, "And");
      expect(screen.queryByText(/is not in the list/)).toBeNull();
      await user.tab();
      expect(screen.getByText("“And” is not in the list. It is saved as typed.")).toBeTruthy();
      await user.clear(os);
      await user.type(os, "android");
      await user.tab();
      expect(os.value).toBe("Android");
      expect(screen.queryByText(/is not in the list/)).toBeNull();
    });

    test("shows a tick if the person chose the value, and none if the form filled it in", async () => {
      const { user } = await open(backend());
      const networks = await screen.findByLabelText("Networks");
      expect(ticks()).toBe(0);
      await user.type(networks, "5G");
      expect(ticks()).toBe(1);
    });
  });

  test("a scanner's Enter moves to the next field of New Sample, and saves nothing", async () => {
    const convex = backend();
    const { user } = await open(convex);
    await user.click(await screen.findByLabelText("Serial Number"));
    await scanCodes(user, "R5CT000001{Enter}");
    expect(document.activeElement).toBe(screen.getByLabelText("IMEI 1"));
    await scanCodes(user, "356938035643809{Enter}");
    expect(document.activeElement).toBe(screen.getByLabelText("IMEI 2"));
    expect(convex.sent).toHaveLength(0);
  });

  test("Last Manager is found by name, and a person without an account is refused at the field", async () => {
    const message = "Last Manager 'bob' is not a user";
    const convex = backend().answer("samples:register", () => {
      throw new ConvexError({ code: "LAST_MANAGER_UNKNOWN", message, field: "lastmanag" });
    });
    leaveDraft();
    const { user } = await open(convex);
    await user.click(await screen.findByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    const last = screen.getByLabelText<HTMLInputElement>("Last Manager");
    expect(document.activeElement).toBe(last);
    await user.clear(last);
    await user.type(last, "Bob R");
    await user.click(await screen.findByRole("option", { name: /bob@company.com/ }));
    expect([last.value, last.title]).toEqual(["Bob", "bob@company.com"]);
  });

  test("a taken identifier is reported while typing, with a link to its sample", async () => {
    const convex = backend().answer("identifiers:check", ({ serialNumber }) =>
      serialNumber === "R5CT000001"
        ? [{ field: "serialNumber", sampleId: "other", message: "Serial Number already exists" }]
        : [],
    );
    const { user } = await open(convex);
    await user.click(await screen.findByLabelText("Serial Number"));
    await user.paste("R5CT000001");
    const note = await screen.findByRole("alert"); // it blocks saving
    expect(note.textContent).toMatch(/^Serial Number already exists, so this cannot be saved/);
    const link = within(note).getByRole("link", { name: "See the sample" });
    expect(link.getAttribute("href")).toBe("/private/viewfs/other");
  });

  test("New Sample shows at the field that a serial number was taken meanwhile", async () => {
    const message = "Serial Number already exists";
    const convex = backend().answer("samples:register", () => {
      throw new ConvexError({ code: "SERIAL_TAKEN", message, field: "serialNumber" });
    });
    leaveDraft();
    const { user } = await open(convex);
    await user.click(await screen.findByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(document.activeElement).toBe(screen.getByLabelText("Serial Number"));
  });

  test("New Sample, sent late and refused, shows the refusal to a person who has left it", async () => {
    const report = (event: string) =>
      act(() => {
        window.dispatchEvent(new Event(event));
      });
    const message = "Serial Number already exists";
    const convex = backend().answer("samples:register", () => {
      throw new ConvexError({ code: "SERIAL_TAKEN", message, field: "serialNumber" });
    });
    leaveDraft();
    const { user, router } = await open(convex);
    report("offline");
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await screen.findByRole("button", { name: "Withdraw" });
    void router.navigate({ to: "/docs" });
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/docs"));
    report("online");
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test("leaving New Sample with typed values asks first", async () => {
    const { user, router } = await open(backend());
    await user.click(await screen.findByLabelText("Comments"));
    await user.paste("half a sentence");
    for (const stay of ["click", "Escape"]) {
      void router.navigate({ to: "/docs" });
      const button = await screen.findByRole("button", { name: "Stay here" });
      await (stay === "click" ? user.click(button) : user.keyboard("{Escape}"));
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
      expect(router.state.location.pathname).toBe("/");
    }
    expect(screen.getByLabelText<HTMLTextAreaElement>("Comments").value).toBe("half a sentence");
    void router.navigate({ to: "/docs" });
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/docs"));
  });
});
