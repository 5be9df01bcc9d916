import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { SampleDetail } from "@/features/samples/detail/SampleDetail";
import type { Doc } from "../../../convex/_generated/dataModel";
import { MESSAGES } from "#domain/common/messages";
import type { Actor } from "#domain/custody/workflow";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aRecord } from "../../support/web/webHistory";
import { aSample } from "../../support/web/webSamples";

const ana: Actor = { email: "ana@company.com", role: "user" };
const bob: Actor = { email: "bob@company.com", role: "user" };

afterEach(cleanup);

async function show(
  sample: Doc<"samples"> | null,
  actor: Actor,
  records: readonly Doc<"history">[] = [],
) {
  const convex = new FakeConvex()
    .answer("samples:get", () => sample)
    .answer("samples:isWithOthers", () => false)
    .answer("samples:remove", () => null)
    .answerPage("history:forSample", () => records);
  const detail = <SampleDetail sampleId="sample1" actor={actor} timeline={<p>Timeline</p>} />;
  return { convex, ...(await renderScreen(convex, detail)) };
}

const names = () => screen.getAllByRole("term").map((term) => term.textContent);
const valueOf = (name: string) =>
  screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
/** Shown to everyone who sees the sample. */
const FOR_ALL = ["", "Go Back"];
const actions = () =>
  [...screen.queryAllByRole("link"), ...screen.queryAllByRole("button")]
    .map((each) => each.textContent?.trim() ?? "")
    .filter((text) => !FOR_ALL.includes(text));

describe("undoing the latest step", () => {
  const undoable = (until: number) => () => ({ step: "transfer", stepId: "t1", until });

  test("takes the place of Take back while it is possible", async () => {
    const sent = aSample({ status: "In Transit", inTransitTo: bob.email });
    const { convex } = await show(sent, ana);
    expect(actions()).toEqual(["Request Lost", "Take back"]);
    convex.answer("custody:undoable", undoable(Date.now() + 30_000));
    await screen.findByRole("button", { name: "Undo Transfer" });
    expect(actions()).toEqual(["Request Lost", "Undo Transfer"]);
  });

  test("is offered on the sample's page to whoever took the step, as long as it is possible", async () => {
    const { convex, user } = await show(aSample({ status: "In Transit" }), bob);
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
    convex.answer("custody:undoable", undoable(Date.now() + 30_000));
    await user.click(await screen.findByRole("button", { name: "Undo Transfer" }));
    expect(convex.sent.at(-1)).toMatchObject({ name: "custody:undo", args: { stepId: "t1" } });
    convex.answer("custody:undoable", undoable(Date.now() - 1));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull());
  });
});

const openMenu = (user: UserEvent) => user.click(screen.getByRole("button", { name: /^More for/ }));
const menu = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);

test("the menu begins to watch the sample, and ends it", async () => {
  const { convex, user } = await show(aSample({}), ana);
  convex.answer("watches:ids", () => []);
  await openMenu(user);
  await user.click(await screen.findByRole("menuitem", { name: "Watch" }));
  const { sampleId } = convex.sent.at(-1)!.args as { sampleId: string };
  expect(convex.sent.at(-1)?.name).toBe("watches:watch");
  convex.answer("watches:ids", () => [sampleId]);
  await openMenu(user);
  await user.click(await screen.findByRole("menuitem", { name: "Stop watching" }));
  expect(convex.sent.at(-1)).toEqual({ name: "watches:unwatch", args: { sampleId } });
});

test("a person who once had the sample reads that it is with someone else now", async () => {
  const { convex } = await show(null, ana);
  convex.answer("samples:isWithOthers", () => true);
  expect(await screen.findByText("This sample is with someone else now.")).toBeTruthy();
  expect(screen.queryByText("Sample does not exist!")).toBeNull();
});

describe("the detail card", () => {
  test("the detail card has every field of a registered sample", async () => {
    await show(aSample({ inTransitDate: Date.UTC(2026, 10, 20) }), ana);
    expect(names()).toEqual(
      expect.arrayContaining([
        ...["ID", "Index", "Country", "Brand", "Model", "Operating system", "Location"],
        ...["SIM card", "Networks", "Serial Number", "IMEI 1", "IMEI 2"],
        ...["Customer sample manager", "Last Manager", "Received Date", "Hardware type"],
        ...["SIM slots", "Phone number", "Transfer Date", "Comments"],
      ]),
    );
    expect(screen.getByText("Registered", { selector: "span" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Go Back" }).getAttribute("href")).toBe("/private");
  });

  test("the detail card groups an IMEI for reading and copies it ungrouped", async () => {
    await show(aSample(), ana);
    expect(valueOf("IMEI 1")).toBe("35 693803 564380 9");
  });

  test("the detail card shows a received day as that day in every time zone", async () => {
    await show(aSample({ receiveDate: Date.UTC(2026, 10, 2) }), ana);
    expect(valueOf("Received Date")).toBe("Nov 2, 2026");
  });
});

describe("what can be done with it", () => {
  test("the detail offers a manager one primary step and two others, and the rest in a menu", async () => {
    const { user } = await show(aSample(), ana);
    expect(actions()).toEqual(["Transfer", "Return", "Edit"]);
    await openMenu(user);
    expect(menu()).toEqual(["Request Lost", "Label", "Certificate", "Delete"]);
  });

  test("the detail offers the person asked to receive or decline", async () => {
    await show(aSample({ status: "In Transit", inTransitTo: bob.email }), bob);
    expect(actions()).toEqual(["Receive", "Decline"]);
  });

  test("the detail offers nothing to somebody who only sees the sample", async () => {
    await show(aSample({ status: "In Use", registeredby: "cleo@company.com" }), bob);
    expect(actions()).toEqual([]);
  });

  test("deleting from the detail asks once, then leads to the list", async () => {
    const { user, convex, router } = await show(aSample(), ana);
    await openMenu(user);
    await user.click(screen.getByRole("menuitem", { name: "Delete" }));
    const question = screen.getByRole("alertdialog");
    expect(question.textContent).toContain(MESSAGES.confirmDelete);
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    expect(convex.sent.map(({ name }) => name)).toEqual(["samples:remove"]);
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/homefsedit"));
  });
});

test("a deletion that is answered late leads nobody away from another screen", async () => {
  const { user, convex, router } = await show(aSample(), ana);
  let answer: () => void = () => undefined;
  const answered = new Promise<null>((resolve) => (answer = () => resolve(null)));
  convex.answer("samples:remove", () => answered);
  await openMenu(user);
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await user.keyboard("{Escape}");
  await router.navigate({ to: "/private" });
  answer();
  await screen.findByText(MESSAGES.sampleDeleted);
  expect(router.state.location.pathname).toBe("/private");
});

describe("a sample that is not there", () => {
  test("an admin sees of a deleted sample what its history keeps, and who deleted it", async () => {
    const deletion = aRecord({ action: "Delete", lastmanag: bob.email });
    await show(null, { email: "adam@company.com", role: "admin" }, [deletion]);
    expect(screen.getByText(/^Deleted by/).textContent).toMatch(/^Deleted by Ana .* on /);
    expect(valueOf("Serial Number")).toBe(deletion.serialNumber);
    expect(valueOf("Last Manager")).toContain(bob.email);
    expect(screen.getByText("Timeline")).toBeDefined();
    expect(actions()).toEqual([]);
  });

  test("a deleted sample does not exist for anybody but admins", async () => {
    await show(null, bob);
    expect(screen.getByText("Sample does not exist!")).toBeDefined();
    expect(screen.queryByText("Timeline")).toBeNull();
  });
});
