import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, describe, expect, test } from "vitest";
import { ListsScreen } from "@/features/lists/ListsScreen";
import { refusalOf, type RefusalCode } from "#domain/common/errors";
import { PICK_LIST_KINDS, PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

/** 'SMS New Settings'. The server's part: tests/convex/samples/lookups.test.ts. */

const VALUES = ["Apple", "Samsung", "samsung electronics"];

const optionsWith = (brands: readonly string[]) => ({
  ...Object.fromEntries(PICK_LIST_KINDS.map((kind) => [kind, ["Only"]])),
  brandModel: brands,
});

function backend() {
  const convex = new FakeConvex().answer("lookups:options", () => optionsWith(VALUES));
  convex.query = (_query, { values }) =>
    Promise.resolve(
      (values as string[]).map((value) => ({
        value,
        count: value === "Samsung" ? 100 : 1,
        isMore: value === "Samsung",
      })),
    );
  return convex;
}
const refuse =
  (code: RefusalCode, values: Record<string, string> = {}) =>
  () => {
    throw new ConvexError(refusalOf(code, values));
  };

async function open(convex = backend(), kind: PickListKind = "brandModel") {
  const rendered = await renderScreen(convex, <ListsScreen open={kind} />);
  const { label } = PICK_LISTS[kind];
  const card = screen.getByRole("heading", { name: label, level: 2 }).parentElement;
  if (card === null) throw new Error("no card");
  const list = within(card);
  return { ...rendered, convex, list, field: list.getByRole("textbox", { name: "New value" }) };
}

/** Opens the menu of an entry, and chooses a command. */
async function choose(
  { user, list }: Awaited<ReturnType<typeof open>>,
  entry: string,
  command: RegExp,
) {
  await user.click(list.getByRole("button", { name: `More for ${entry}` }));
  await user.click(await screen.findByRole("menuitem", { name: command }));
}

/** Begins to rename an entry. @returns the field in its row */
async function rename({ user, list }: Awaited<ReturnType<typeof open>>, entry: string) {
  await user.click(list.getByRole("button", { name: `Rename ${entry}` }));
  return list.getByRole<HTMLInputElement>("textbox", { name: `New value of ${entry}` });
}

/** The rows' texts without those of their buttons. */
const rows = (list: Awaited<ReturnType<typeof open>>["list"]) =>
  list.getAllByRole("listitem").map(({ textContent }) => textContent.replace("Rename", " "));

afterEach(cleanup);

describe("the ten lists", () => {
  test("have the documents' titles", async () => {
    await open();
    const lists = within(screen.getByRole("navigation", { name: "Lists" })).getAllByRole("link");
    expect(lists.map(({ firstChild }) => firstChild?.textContent)).toEqual([
      ...["Customers", "Brand", "Type Of Device", "SIM Card Type", "Technology Network"],
      ...["Number of Slots", "Operation System", "HW Type", "Hardware Version", "Device Model"],
    ]);
  });

  test("say how many samples use each entry", async () => {
    const { list } = await open();
    await list.findByText("100+ samples");
    expect(rows(list)).toEqual([
      ...["Apple 1 sample", "Samsung 100+ samples", "samsung electronics 1 sample"],
    ]);
    expect(list.getByText("3 entries")).toBeTruthy();
  });

  test("ADD adds what was typed and says 'Added Brand Successfully'", async () => {
    const { user, convex, list, field } = await open();
    await user.type(field, "Nokia");
    await user.click(list.getByRole("button", { name: "ADD" }));
    await list.findByText("Added Brand Successfully");
    expect(convex.sent).toEqual([
      { name: "lookups:add", args: { kind: "brandModel", value: "Nokia" } },
    ]);
    expect((field as HTMLInputElement).value).toBe("");
  });

  test("the next value, typed while ADD is on its way, stays", async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { user, list, field } = await open(backend().answer("lookups:add", () => answered));
    await user.type(field, "Nokia{Enter}");
    await user.clear(field);
    await user.type(field, "Oppo");
    answer();
    await list.findByText("Added Brand Successfully");
    expect((field as HTMLInputElement).value).toBe("Oppo");
  });

  test.each([
    ["devTypes", "Added Type Of Device Successfully"],
    ["deviceModal", "Added Device Model Successfully"],
  ] as const)("an addition to %s is confirmed by '%s'", async (kind, words) => {
    const { user, list, field } = await open(backend(), kind);
    await user.type(field, "New{Enter}");
    expect(await list.findByText(words)).toBeTruthy();
  });

  test.each([
    ["OPTION_MISSING", "Brand Field Required"],
    ["OPTION_TAKEN", "Already exist"],
  ] as const)("ADD shows the refusal %s in the documents' words", async (code, words) => {
    const convex = backend().answer("lookups:add", refuse(code, { kind: "Brand" }));
    const { user, list } = await open(convex);
    await user.click(list.getByRole("button", { name: "ADD" }));
    expect((await list.findByRole("alert")).textContent).toBe(words);
  });

  test("UPDATE with an emptied text is 'Select Your Model'", async () => {
    const opened = await open();
    const { user, convex, list } = opened;
    await user.clear(await rename(opened, "Apple"));
    await user.click(list.getByRole("button", { name: "UPDATE" }));
    expect((await list.findByRole("alert")).textContent).toBe("Select Your Model");
    expect(convex.sent).toEqual([]);
  });

  test("an entry is renamed in its row, which says how many samples follow", async () => {
    const opened = await open();
    const { user, convex, list } = opened;
    await list.findByText("100+ samples");
    const field = await rename(opened, "Apple");
    expect(document.activeElement).toBe(field);
    expect(list.getByText("1 sample follows")).toBeTruthy();
    await user.clear(field);
    await user.type(field, "Apple Inc.{Enter}");
    await list.findByText("Updated Brand Successfully");
    expect(convex.sent[0]?.args).toEqual({
      kind: "brandModel",
      selected: "Apple",
      value: "Apple Inc.",
    });
  });

  test("Escape ends a renaming without a change, and the row gets the focus back", async () => {
    const opened = await open();
    const { user, convex, list } = opened;
    await user.type(await rename(opened, "Apple"), "x{Escape}");
    expect(list.queryByRole("textbox", { name: "New value of Apple" })).toBeNull();
    const menu = list.getByRole("button", { name: "More for Apple" });
    await waitFor(() => expect(document.activeElement).toBe(menu));
    expect(convex.sent).toEqual([]);
  });

  test("a refused renaming says why in the row and keeps the text", async () => {
    const opened = await open(backend().answer("lookups:update", refuse("OPTION_TAKEN")));
    const field = await rename(opened, "Apple");
    await opened.user.clear(field);
    await opened.user.type(field, "Samsung{Enter}");
    expect((await opened.list.findByRole("alert")).textContent).toBe("Already exist");
    expect(field.value).toBe("Samsung");
  });

  test("DELETE names in the menu and in its question how many samples keep the value", async () => {
    const opened = await open();
    const { user, convex, list } = opened;
    await list.findByText("100+ samples");
    await choose(opened, "Samsung", /^DELETE.*100\+ samples keep it/);
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("Are you sure you want to delete this item?")).toBeTruthy();
    expect(question.getByText("“Samsung”: 100+ samples keep it")).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Delete" }));
    await list.findByText("Deleted Brand Successfully");
    expect(convex.sent[0]?.args).toEqual({ kind: "brandModel", selected: "Samsung" });
  });

  test("Merge into… makes one entry of two, naming how many samples get the other value", async () => {
    const opened = await open();
    const { user, convex, list } = opened;
    await list.findByText("100+ samples");
    await choose(opened, "samsung electronics", /^Merge into….*1 sample gets the other value/);
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Merge" }));
    expect(question.getByRole("alert").textContent).toBe("Select the entry that stays");
    await user.selectOptions(question.getByLabelText("Entry that stays"), "Samsung");
    await user.click(question.getByRole("button", { name: "Merge" }));
    await list.findByText("'samsung electronics' is now 'Samsung'; samples follow");
    expect(convex.sent[0]).toEqual({
      name: "lookups:merge",
      args: { kind: "brandModel", selected: "samsung electronics", into: "Samsung" },
    });
  });

  test("the search narrows the list to the entries that contain the text", async () => {
    const { user, list } = await open();
    const search = list.getByPlaceholderText("Search all columns...");
    await user.type(search, "SAMS");
    expect(list.getAllByRole("listitem")).toHaveLength(2);
    expect(list.getByText("2 of 3 entries")).toBeTruthy();
    await user.type(search, "x");
    expect(list.getByText("Nothing in this list contains “SAMSx”.")).toBeTruthy();
    await user.type(search, "{Escape}");
    expect(list.getAllByRole("listitem")).toHaveLength(3);
  });

  test("an entry that another person deleted while it is renamed says so", async () => {
    const opened = await open();
    await rename(opened, "Apple");
    opened.convex.answer("lookups:options", () => optionsWith(["Samsung"]));
    expect(await opened.list.findByText("“Apple” has been deleted.")).toBeTruthy();
  });
});

describe("the form that tries the lists out", () => {
  test("opens in a sheet under the documents' titles", async () => {
    const { user } = await open();
    expect(screen.getByRole("heading", { name: "SMS New Settings" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Add New Sample Form" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Try the form" }));
    const sheet = within(screen.getByRole("dialog", { name: "Add New Sample Form" }));
    expect(sheet.getByText(/^Please add new sample/)).toBeTruthy();
    expect(sheet.getByRole("button", { name: "Try" })).toBeTruthy();
  });

  test("marks every field that is missing and stores nothing", async () => {
    const { user, convex } = await open();
    await user.click(screen.getByRole("button", { name: "Try the form" }));
    await user.click(screen.getByRole("button", { name: "Try" }));
    const errors = (await screen.findAllByRole("alert")).map(({ textContent }) => textContent);
    expect(errors).toEqual(
      [
        ...["Customers", "Brand", "Device Model", "Type Of Device", "Number of Slots"],
        ...["SIM Card Type", "Technology Network", "Operation System", "HW Type"],
        ...["Hardware Version", "Status"],
      ].map((label) => `${label} Field Required`),
    );
    expect(convex.sent).toEqual([]);
  });

  test("says that a complete trial stored nothing", async () => {
    const { user, convex } = await open();
    await user.click(screen.getByRole("button", { name: "Try the form" }));
    for (const kind of PICK_LIST_KINDS) {
      const field = screen.getByRole("combobox", { name: PICK_LISTS[kind].label });
      await user.selectOptions(field, kind === "brandModel" ? "Apple" : "Only");
    }
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "In Use");
    await user.click(screen.getByRole("button", { name: "Try" }));
    expect(await screen.findByText(/This was a test; nothing was saved/)).toBeTruthy();
    expect(convex.sent).toEqual([]);
  });
});
