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
  return { ...rendered, convex, list, field: list.getByRole("textbox", { name: "Value" }) };
}

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

  test("say how often each entry is used", async () => {
    const { list } = await open();
    expect(await list.findByRole("radio", { name: "Apple used by 1 sample" })).toBeTruthy();
    expect(list.getByRole("radio", { name: "Samsung used by 100+ samples" })).toBeTruthy();
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

  test.each(["UPDATE", "DELETE", "MERGE"])(
    "%s without a selection is 'Select Your Model'",
    async (name) => {
      const { user, convex, list, field } = await open();
      await user.type(field, "App");
      await user.click(list.getByRole("button", { name }));
      expect((await list.findByRole("alert")).textContent).toBe("Select Your Model");
      expect(convex.sent).toEqual([]);
    },
  );

  test("UPDATE with an emptied text is 'Select Your Model'", async () => {
    const { user, convex, list, field } = await open();
    await user.click(list.getByRole("radio", { name: /^Apple/ }));
    await user.clear(field);
    await user.click(list.getByRole("button", { name: "UPDATE" }));
    expect((await list.findByRole("alert")).textContent).toBe("Select Your Model");
    expect(convex.sent).toEqual([]);
  });

  test("UPDATE renames the picked entry and says 'Updated Brand Successfully'", async () => {
    const { user, convex, list, field } = await open();
    await user.click(list.getByRole("radio", { name: /^Apple/ }));
    await user.type(field, " Inc.{Enter}");
    await list.findByText("Updated Brand Successfully");
    expect(convex.sent[0]?.args).toEqual({
      kind: "brandModel",
      selected: "Apple",
      value: "Apple Inc.",
    });
  });

  test("DELETE asks first, naming how many samples keep the value", async () => {
    const { user, convex, list } = await open();
    await user.click(await list.findByRole("radio", { name: /^Samsung used/ }));
    await user.click(list.getByRole("button", { name: "DELETE" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("Are you sure you want to delete this item?")).toBeTruthy();
    expect(question.getByText(/used by 100\+ samples; these keep it/)).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Delete" }));
    await list.findByText("Deleted Brand Successfully");
    expect(convex.sent[0]?.args).toEqual({ kind: "brandModel", selected: "Samsung" });
  });

  test("MERGE makes one entry of two", async () => {
    const { user, convex, list } = await open();
    await user.click(list.getByRole("radio", { name: /^samsung electronics/ }));
    await user.click(list.getByRole("button", { name: "MERGE" }));
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

  test("typed text narrows the list to the entries that contain it", async () => {
    const { user, list, field } = await open();
    await user.type(field, "SAMS");
    await waitFor(() => expect(list.getAllByRole("radio")).toHaveLength(2));
    await user.type(field, "x");
    expect(await list.findByText("Nothing in this list contains “SAMSx”.")).toBeTruthy();
  });

  test("an entry that somebody else took away says so to whoever has picked it", async () => {
    const { user, convex, list } = await open();
    await user.click(list.getByRole("radio", { name: /^Apple/ }));
    convex.answer("lookups:options", () => optionsWith(["Samsung"]));
    expect(await list.findByText("“Apple” was deleted meanwhile.")).toBeTruthy();
  });
});

describe("the form that tries the lists out", () => {
  test("is folded under the documents' titles until somebody opens it", async () => {
    const { user } = await open();
    expect(screen.queryByRole("button", { name: "Try" })).toBeNull();
    expect(screen.getByRole("heading", { name: "SMS New Settings" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Add New Sample Form" })).toBeTruthy();
    expect(screen.getByText(/^Please add new sample/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try the form" }));
    expect(screen.getByRole("button", { name: "Try" })).toBeTruthy();
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
    expect(await screen.findByText(/This was a trial; nothing was stored/)).toBeTruthy();
    expect(convex.sent).toEqual([]);
  });
});
