import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { ViewsMenu } from "@/components/views/ViewsMenu";
import { SidebarViews } from "@/features/shell/SidebarViews";
import type { Role } from "#domain/custody/workflow";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

afterEach(cleanup);

const lisbon = {
  _id: "v1",
  owner: "ana@company.com",
  table: "transfer",
  name: "In Lisbon",
  state: { filter: "city=Lisbon" },
  isOwn: true,
};
const lost = { ...lisbon, _id: "v2", owner: "chief@company.com", name: "Old ones", isOwn: false };
const elsewhere = { ...lisbon, _id: "v3", table: "open", name: "Elsewhere" };

function show(
  role: Role = "user",
  search = {},
  views: readonly object[] = [lisbon, lost, elsewhere],
) {
  const convex = new FakeConvex()
    .answer("views:list", () => views)
    .answer("views:save", () => "v9")
    .answer("views:share", () => null)
    .answer("views:update", () => null)
    .answer("views:remove", () => null);
  const menu = <ViewsMenu table="transfer" search={search} role={role} />;
  return renderScreen(convex, menu).then((page) => ({ convex, ...page }));
}

const items = () => screen.getAllByRole("menuitem").map((item) => item.textContent);

describe("the menu of views", () => {
  test("lists the user's own views and the shared ones of its table, with their owners", async () => {
    const { user } = await show();
    await user.click(screen.getByRole("button", { name: "Views" }));
    expect(items()).toEqual([
      "In Lisbon",
      expect.stringMatching(/^Old onesfrom Chief/),
      "Save this view…",
      "Your views…",
    ]);
  });

  test("sorts views as every list is sorted, numbers by value", async () => {
    const named = (name: string) => ({ ...lisbon, _id: name, name });
    const { user } = await show("user", {}, ["Lab 10", "Lab 9", "lab 1"].map(named));
    await user.click(screen.getByRole("button", { name: "Views" }));
    expect(items().slice(0, 3)).toEqual(["lab 1", "Lab 9", "Lab 10"]);
  });

  test("names the view that is shown", async () => {
    await show("user", { filter: "city=Lisbon", sample: "s1" });
    expect(screen.getByRole("button", { name: "View: In Lisbon" })).toBeTruthy();
  });

  test("opens a view by its URL", async () => {
    const { user, router } = await show();
    await user.click(screen.getByRole("button", { name: "Views" }));
    await user.click(screen.getByRole("menuitem", { name: "In Lisbon" }));
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: "/dashboard/homefstransfer",
        search: { filter: "city=Lisbon" },
      }),
    );
  });

  test.each([
    ["user", null],
    ["supervisor", "Share with your reports"],
    ["admin", "Share with everyone"],
  ] as const)("saves what is on show under a name, for a %s", async (role, label) => {
    const { user, convex } = await show(role, { q: "pixel", sample: "s1" });
    await user.click(screen.getByRole("button", { name: "Views" }));
    await user.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    await user.type(screen.getByRole("textbox", { name: "Name" }), "Pixels");
    const boxes = screen.queryAllByRole("checkbox");
    expect(boxes).toHaveLength(label === null ? 0 : 1);
    if (label !== null) await user.click(screen.getByRole("checkbox", { name: label }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const shared = { name: "views:share", args: { viewId: "v9", isShared: true } };
    expect(convex.sent).toEqual([
      { name: "views:save", args: { table: "transfer", name: "Pixels", state: { q: "pixel" } } },
      ...(label === null ? [] : [shared]),
    ]);
  });

  test("saves one view, however often Enter is pressed before the server answers", async () => {
    const { user, convex } = await show();
    convex.answer("views:save", () => new Promise(() => undefined));
    await user.click(screen.getByRole("button", { name: "Views" }));
    await user.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    await user.type(screen.getByRole("textbox", { name: "Name" }), "Pixels{Enter}{Enter}{Enter}");
    expect(convex.sent.map(({ name }) => name)).toEqual(["views:save"]);
  });

  test("saves no view whose saving was cancelled while there was no connection", async () => {
    const report = (event: string) =>
      act(() => {
        window.dispatchEvent(new Event(event));
      });
    const { user, convex } = await show("user", { q: "pixel" });
    await user.click(screen.getByRole("button", { name: "Views" }));
    await user.click(screen.getByRole("menuitem", { name: "Save this view…" }));
    await user.type(screen.getByRole("textbox", { name: "Name" }), "Pixels");
    report("offline");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Waiting for the network. Nothing has been sent yet.");
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    report("online");
    expect(convex.sent).toEqual([]);
  });

  test("renames, replaces, shares and, after a confirmation, deletes the user's own views only", async () => {
    const { user, convex } = await show("admin", { q: "pixel" });
    await user.click(screen.getByRole("button", { name: "Views" }));
    await user.click(screen.getByRole("menuitem", { name: "Your views…" }));
    const lines = within(screen.getByRole("dialog")).getAllByRole("listitem");
    expect(lines).toHaveLength(1);
    const name = screen.getByRole("textbox", { name: "Name of In Lisbon" });
    await user.clear(name);
    await user.type(name, "Lisboa{Enter}");
    await user.click(screen.getByRole("button", { name: /^Replace/ }));
    await user.click(screen.getByLabelText("Share with everyone"));
    await user.click(screen.getByRole("button", { name: /^Delete/ }));
    expect(convex.sent.some(({ name }) => name === "views:remove")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    const viewId = "v1";
    expect(convex.sent.filter(({ args }, at) => at === 0 || !("name" in args))).toEqual([
      { name: "views:update", args: { viewId, name: "Lisboa" } },
      { name: "views:update", args: { viewId, state: { q: "pixel" } } },
      { name: "views:share", args: { viewId, isShared: true } },
      { name: "views:remove", args: { viewId } },
    ]);
  });
});

test("the user's own views show each change before the server answers, and send it once", async () => {
  const { user, convex } = await show("admin");
  const never = () => new Promise(() => undefined);
  convex.answer("views:update", never).answer("views:share", never);
  await user.click(screen.getByRole("button", { name: "Views" }));
  await user.click(screen.getByRole("menuitem", { name: "Your views…" }));
  await user.type(screen.getByRole("textbox", { name: "Name of In Lisbon" }), " 2{Enter}");
  await user.click(screen.getByLabelText("Share with everyone"));
  const box = screen.getByRole("checkbox", { name: "Share with everyone" });
  expect(box.getAttribute("aria-checked")).toBe("true");
  expect(screen.getByRole("textbox", { name: "Name of In Lisbon 2" })).toBeTruthy();
  expect(convex.sent).toEqual([
    { name: "views:update", args: { viewId: "v1", name: "In Lisbon 2" } },
    { name: "views:share", args: { viewId: "v1", isShared: true } },
  ]);
});

test("the sidebar has the user's own views below their list, and no shared ones", async () => {
  const convex = new FakeConvex().answer("views:list", () => [lisbon, lost, elsewhere]);
  await renderScreen(
    convex,
    <ul>
      <SidebarViews path="/dashboard/homefstransfer" label="Transfer" onChoose={undefined} />
      <SidebarViews path="/docs" label="Help" onChoose={undefined} />
    </ul>,
  );
  const links = screen.getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["In Lisbon", "/dashboard/homefstransfer?filter=city%3DLisbon"],
  ]);
});
