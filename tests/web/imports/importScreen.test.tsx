import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { utils, write } from "xlsx";
import { ImportScreen } from "@/features/imports/ImportScreen";
import type { ReadSheet } from "@/features/imports/readSheet";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet } from "#domain/imports/spreadsheet/parse";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import type { Role } from "#domain/custody/workflow";
import { eventually } from "../../support/eventually";

type Sent = { row: number; fields: Record<string, string> };

/** Reads in the page itself: the test's browser has no workers. */
const read: ReadSheet = async (file, options) => ({
  name: file.name,
  hash: file.name === "devices.csv" ? "0".repeat(64) : "1".repeat(64),
  sheet: await parseSheet(new Uint8Array(await file.arrayBuffer()), SHEET_LIMITS, options),
});

/** Refuses rows whose IMEI is not 15 digits. */
function answer({ rows }: Record<string, unknown>) {
  const results = (rows as Sent[]).map(({ row, fields }) => {
    const { imei1: value = "" } = fields;
    if (/^\d{15}$/.test(value)) return { row, outcome: "imported" };
    const reason = "IMEI 1 must be exactly 15 digits";
    const problems = [{ code: "IMEI1_FORMAT", field: "imei1", value, reason }];
    return { row, outcome: "refused", problems };
  });
  return { results };
}

const NOTHING = { page: [], isDone: true, continueCursor: "" };

/** An import that a terminal has finished. */
const PAST = {
  id: "i1",
  importId: "import-1",
  fileName: "devices.csv",
  fileHash: "0".repeat(64),
  origin: "terminal",
  duplicates: { serialNumber: "reject", imei: "reject" },
  rows: 3,
  answered: 3,
  counts: {
    imported: 2,
    updated: 0,
    already: 0,
    skipped: 0,
    refused: 1,
    flagged: 0,
    reopened: 0,
    warnings: 0,
  },
  startedAt: Date.now(),
  finishedAt: Date.now(),
  email: "ana@company.com",
};

async function show(
  convex = new FakeConvex().answer("imports:unfinished", () => null),
  readFile = read,
  role: Role = "user",
) {
  convex
    .answer("imports:list", () => NOTHING)
    .answer("imports:check", answer)
    .answer("imports:commitBatch", answer);
  const props = { actor: { email: "ana@company.com", role }, read: readFile };
  await renderScreen(convex, <ImportScreen {...props} />);
  return convex;
}

const HEAD = "Serial Number,Brand,Model,Imei 1";
const FILE = `${HEAD}\nS1,Acme,A1,350000000000006\nS2,Acme,A2,12345\n`;
const user = userEvent.setup({ delay: null });
async function choose(text: string, name = "devices.csv") {
  await user.upload(screen.getByLabelText(/Choose a/), new File([text], name));
}
const button = (name: RegExp | string) => screen.findByRole("button", { name });
/** The rows of a chosen file are checked without a press. */
const checked = () => screen.findByText(/^Nothing is saved yet:/);
const press = async (name: RegExp | string) => user.click(await button(name));
const sentTo = (convex: FakeConvex, name: string) =>
  convex.sent.filter((call) => call.name === name).map(({ args }) => args);

beforeEach(() => localStorage.clear());
afterEach(cleanup);

/** A workbook of these sheets, each given as CSV. */
function workbookOf(sheets: Readonly<Record<string, string>>): File {
  const book = utils.book_new();
  for (const [name, text] of Object.entries(sheets)) {
    const rows = text.split("\n").map((line) => line.split(","));
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  }
  return new File([write(book, { type: "array", bookType: "xlsx" }) as ArrayBuffer], "two.xlsx");
}

describe("GET AND POST", () => {
  test("another sheet of a workbook can be chosen after one that cannot be read", async () => {
    await show();
    const sheets = workbookOf({ Devices: FILE, Cover: "" });
    await user.upload(screen.getByLabelText(/Choose a/), sheets);
    await checked();
    await user.selectOptions(screen.getByLabelText("Sheet"), "Cover");
    await screen.findByText("Sheet Cover of two.xlsx cannot be read: it is empty.");
    screen.getByText("two.xlsx: choose another sheet");
    expect(screen.getByLabelText("Sheet")).toHaveProperty("value", "Cover");
    await user.selectOptions(screen.getByLabelText("Sheet"), "Devices");
    await checked();
    expect(screen.queryByText(/cannot be read/)).toBeNull();
    await choose(FILE);
    await screen.findByText("devices.csv: 2 rows");
    expect(screen.queryByLabelText("Sheet")).toBeNull();
  });

  test("hidden rows are left out until the person wants them", async () => {
    await show();
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet(
      FILE.trim()
        .split("\n")
        .map((line) => line.split(",")),
    );
    sheet["!rows"] = [{}, { hidden: true }];
    utils.book_append_sheet(book, sheet, "Devices");
    const bytes = write(book, { type: "array", bookType: "xlsx" }) as ArrayBuffer;
    await user.upload(screen.getByLabelText(/Choose a/), new File([bytes], "filtered.xlsx"));
    await screen.findByText("Nothing is saved yet: 0 to import, 1 refused.");
    await user.selectOptions(screen.getByLabelText("1 of 2 rows is hidden"), "Import too");
    await screen.findByText("Nothing is saved yet: 1 to import, 1 refused.");
    screen.getByLabelText("1 of 2 rows is hidden");
  });

  test("a text of an unknown encoding is shown, and read again in the chosen one", async () => {
    await show();
    const bytes = Buffer.from(`${FILE.trim()}\nK\u009Aln`, "latin1"); // Köln in MacRoman
    await user.upload(screen.getByLabelText(/Choose a/), new File([bytes], "mac.csv"));
    await screen.findByText(/was read as Windows-1252: “.*Kšln”/);
    await user.selectOptions(screen.getByLabelText("Encoding"), "MacRoman");
    await screen.findByText("mac.csv: 3 rows");
    expect(screen.queryByText(/Kšln/)).toBeNull();
    expect(screen.getByLabelText("Encoding")).toHaveProperty("value", "macroman");
  });

  test("uploads nothing before a file is chosen and checked", async () => {
    const convex = await show();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    convex.answer("imports:check", (args) => released.then(() => answer(args)));
    const upload = await button("UPLOAD EXCEL DATA");
    expect(upload).toHaveProperty("disabled", true);
    await choose(FILE);
    await screen.findByText("Checking: 0 of 2 rows");
    expect(await button("UPLOAD EXCEL DATA")).toHaveProperty("disabled", true);
    release();
    await checked();
    expect(await button("UPLOAD EXCEL DATA")).toHaveProperty("disabled", false);
  });

  test("checks a chosen file without writing, then uploads, and ends with the words of the product", async () => {
    const convex = await show();
    await choose(FILE);
    await screen.findByText("Nothing is saved yet: 1 to import, 1 refused.");
    expect(sentTo(convex, "imports:commitBatch")).toEqual([]);
    await press("UPLOAD EXCEL DATA");
    await screen.findByText("upload action completed: 1 imported, 1 refused.");
    const next = await screen.findByRole("link", { name: "Open Samples" });
    expect(next.getAttribute("href")).toBe("/private");
    expect(sentTo(convex, "imports:begin")).toMatchObject([
      { fileName: "devices.csv", rows: 2, unreadable: 0, origin: "web" },
    ]);
    expect(sentTo(convex, "imports:commitBatch")).toMatchObject([{ range: { from: 2, to: 4 } }]);
    expect(await button("UPLOAD EXCEL DATA")).toHaveProperty("disabled", true);
  });

  test("names a column that it does not know, and remembers what a person chose for it", async () => {
    await show();
    const text = FILE.replace("Serial Number", "Asset no");
    await choose(text);
    await screen.findByText(/No column is Serial Number/);
    expect(await button("Check 2 rows")).toHaveProperty("disabled", true);
    expect(screen.getByText("Choose the missing columns first.")).toBeTruthy();
    await user.selectOptions(screen.getByLabelText("Asset no"), "serialNumber");
    await checked();
    cleanup();

    const convex = await show();
    await choose(text);
    await screen.findByText(/Nothing is saved yet: 1 to import/);
    const rows = sentTo(convex, "imports:check")[0]?.["rows"] as Sent[] | undefined;
    expect(rows?.[0]?.fields).toMatchObject({
      serialNumber: "S1",
    });
  });

  test("asks for the order of dates that no date of the column tells", async () => {
    const convex = await show();
    const dated = `${HEAD},Received Date\nS1,Acme,A1,350000000000006,03/02/2024\n`;
    await choose(dated);
    await screen.findByText(/“03\/02\/2024” could be two different days/);
    expect(await button("Check 1 row")).toHaveProperty("disabled", true);
    expect(screen.getByText("Choose the order of the dates first.")).toBeTruthy();
    await press("Day first");
    await screen.findByText(/Nothing is saved yet: 1 to import/);
    const [{ rows } = { rows: [] }] = sentTo(convex, "imports:check");
    expect((rows as Sent[])[0]?.fields["receiveDate"]).toBe("2024-02-03T00:00:00.000Z");
  });

  test("sends the answer to each kind of duplicate", async () => {
    const convex = await show();
    await choose(FILE);
    await user.selectOptions(screen.getByLabelText("If a sample has the serial number"), "update");
    await user.selectOptions(screen.getByLabelText("If another sample has the IMEI"), "flag");
    await screen.findByText(/Nothing is saved yet/);
    await eventually(() =>
      expect(sentTo(convex, "imports:check").at(-1)).toMatchObject({
        duplicates: { serialNumber: "update", imei: "flag" },
      }),
    );
  });

  test("takes no second file while the first one is being read", async () => {
    const names: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await show(undefined, async (file, options) => {
      names.push(file.name);
      await released;
      return await read(file, options);
    });
    const box = screen.getByText(/You can also drop it/);
    const drop = (name: string) =>
      fireEvent.drop(box, { dataTransfer: { files: [new File([FILE], name)] } });
    drop("devices.csv");
    await screen.findByText("Reading devices.csv …");
    drop("others.csv");
    release();
    await screen.findByText("devices.csv: 2 rows");
    expect(names).toEqual(["devices.csv"]);
  });

  test("says why a file cannot be read", async () => {
    await show();
    await choose("", "empty.csv");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "empty.csv cannot be read: it is empty.",
    );
  });
});

describe("an interrupted import", () => {
  test("goes on with the rows that have no answer, as it was begun", async () => {
    const convex = new FakeConvex().answer("imports:unfinished", () => ({
      importId: "import-1",
      duplicates: { serialNumber: "skip", imei: "skip" },
      rows: 2,
      answered: 1,
      counts: {},
      done: [{ from: 2, to: 3 }],
      startedAt: Date.now() - 3_600_000,
    }));
    await show(convex);
    await choose(FILE);
    await screen.findByText(/was interrupted .*, after 1 of 2 rows/);
    await press("Check 2 rows");
    await screen.findByText(/1 already there, 1 refused/);
    await press("UPLOAD EXCEL DATA");
    await screen.findByText(/upload action completed/);
    expect(sentTo(convex, "imports:begin")).toEqual([]);
    expect(sentTo(convex, "imports:commitBatch")).toMatchObject([
      { importId: "import-1", range: { from: 3, to: 4 }, rows: [{ row: 3 }] },
    ]);
  });

  test("begins anew where the person wants that", async () => {
    const convex = new FakeConvex().answer("imports:unfinished", () => ({
      importId: "import-1",
      duplicates: { serialNumber: "skip", imei: "skip" },
      rows: 2,
      answered: 1,
      counts: {},
      done: [{ from: 2, to: 3 }],
      startedAt: Date.now(),
    }));
    await show(convex);
    await choose(FILE);
    await press("Start over");
    await press("Check 2 rows");
    await screen.findByText(/Nothing is saved yet/);
    await press("UPLOAD EXCEL DATA");
    await screen.findByText(/upload action completed/);
    expect(sentTo(convex, "imports:begin")).toHaveLength(1);
    expect(sentTo(convex, "imports:commitBatch")).toMatchObject([{ range: { from: 2, to: 4 } }]);
  });
});

describe("an upload that is refused in the middle", () => {
  test("says why, and goes on when asked again", async () => {
    const convex = await show();
    let isDown = true;
    await choose(FILE);
    await screen.findByText(/Nothing is saved yet/);
    convex.answer("imports:commitBatch", (args) => {
      if (isDown) throw new Error("gone");
      return answer(args);
    });
    await press("UPLOAD EXCEL DATA");
    await screen.findByText(/Rows that were uploaded stay; you can continue/);
    isDown = false;
    await press("UPLOAD EXCEL DATA");
    await screen.findByText(/upload action completed: 1 imported, 1 refused/);
    expect(sentTo(convex, "imports:begin")).toHaveLength(1);
  });
});

test("no other file is taken while one is uploaded, until that ends or is cancelled", async () => {
  const convex = await show();
  const lines = Array.from({ length: 120 }, (_, row) => `T${row},Acme,A1,${350000000000000 + row}`);
  await choose([HEAD, ...lines].join("\n"));
  await screen.findByText(/Nothing is saved yet/);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  convex.answer("imports:commitBatch", (args) => released.then(() => answer(args)));
  await press("UPLOAD EXCEL DATA");
  await eventually(() => expect(sentTo(convex, "imports:commitBatch")).toHaveLength(2));
  const input = screen.getByLabelText<HTMLInputElement>(/Choose another file/);
  expect(input.disabled).toBe(true);
  const dropped = new File([FILE], "others.csv");
  fireEvent.drop(screen.getByText(/You can choose another file when/), {
    dataTransfer: { files: [dropped] },
  });
  await press("Cancel");
  release();
  await screen.findByText(/^Stopped after/);
  expect(input.disabled).toBe(false);
  await choose(`${FILE}S3,Acme,A1,350000000000014\n`, "others.csv");
  await screen.findByText(/Nothing is saved yet/);
  expect(sentTo(convex, "imports:commitBatch")).toHaveLength(2);
});

describe("the downloads", () => {
  test("are a CSV link and a JSON button", async () => {
    await show();
    await button("CSV");
    await button("JSON");
  });
});

describe("past imports", () => {
  test("say what each brought, and are undone after a question", async () => {
    const convex = await show();
    convex.answerPage("imports:list", () => [PAST]);
    const item = (await screen.findByText("devices.csv")).closest("li");
    expect(item?.textContent).toContain("2 imported, 1 refused");
    expect(item?.textContent).toContain("in the terminal");
    await press("Undo the import of devices.csv");
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Undo the import" }));
    expect(sentTo(convex, "imports:undo")).toEqual([{ id: "i1" }]);
  });

  test.each([
    ["user", 0],
    ["admin", 1],
  ] as const)(
    "past imports of which an undo left samples to admins, are undone by them: %s",
    async (role, count) => {
      const convex = await show(undefined, read, role);
      const undo = { uid: "u1", startedAt: 1, finishedAt: 2, removed: 1, kept: 0, leftToAdmins: 1 };
      convex.answerPage("imports:list", () => [{ ...PAST, undo }]);
      await screen.findByText("Undone: 1 removed, 1 left to an admin");
      expect(screen.queryAllByRole("button", { name: /^Undo the import/ })).toHaveLength(count);
    },
  );

  test.each([
    ["user", "the 3 samples left to undo"],
    ["admin", "the 4 samples left to undo"],
  ] as const)("past imports whose undo stopped, are undone to the end: %s", async (role, those) => {
    const convex = await show(undefined, read, role);
    const counts = { ...PAST.counts, imported: 9 };
    const undo = { uid: "u1", startedAt: 1, finishedAt: 2, removed: 3, kept: 2, leftToAdmins: 1 };
    convex.answerPage("imports:list", () => [{ ...PAST, counts, undo }]);
    await screen.findByText(
      "Undo stopped: 3 removed, 2 kept (changed since, or already deleted), 1 left to an admin, 3 still to undo",
    );
    await press("Undo the import of devices.csv");
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain(`Of ${those}, those`);
  });

  test("the past imports stay as they were while an upload runs, and are live after it", async () => {
    const convex = await show();
    convex.answerPage("imports:list", () => [PAST]);
    let uploadGoesOn = () => {};
    const isHeld = new Promise<void>((resolve) => (uploadGoesOn = resolve));
    convex.answer("imports:commitBatch", (args) => isHeld.then(() => answer(args)));
    await choose(FILE);
    await screen.findByText("Nothing is saved yet: 1 to import, 1 refused.");
    await press("UPLOAD EXCEL DATA");
    const undo = await button("Undo the import of devices.csv");
    await eventually(() => expect(undo).toHaveProperty("disabled", true));
    const asked = vi.fn(() => [{ ...PAST, fileName: "newer.csv" }]);
    convex.answerPage("imports:list", asked);
    expect(screen.getByText("as they were when the upload started")).toBeTruthy();
    expect(asked).not.toHaveBeenCalled();

    uploadGoesOn();
    await screen.findByText(/^upload action completed/);
    expect(await button("Undo the import of newer.csv")).toHaveProperty("disabled", false);
  });
});
