import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { announceSaved } from "@/features/samples/list/savedSample";
import { SampleListScreen } from "@/features/samples/list/SampleListScreen";
import type { Doc } from "../../../convex/_generated/dataModel";
import { renderScreen } from "../../support/web/renderApp";
import { ana, backend, bob, rangesOf, serials, show } from "../../support/web/webSampleList";
import { aSample } from "../../support/web/webSamples";

const HOUR_MS = 3_600_000;
const at = Date.UTC(2026, 10, 20);

/** The links and buttons of a sample's row, which bear its serial number. */
const actionsOf = ({ serialNumber }: Doc<"samples">) =>
  [...screen.queryAllByRole("link"), ...screen.queryAllByRole("button")]
    .filter((element) => element.getAttribute("aria-label")?.endsWith(` ${serialNumber}`))
    .filter((element) => element.getAttribute("aria-haspopup") !== "menu")
    .map(({ textContent }) => textContent);

// happy-dom lays nothing out, and a table draws only the rows in its visible height.
vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(2_400);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("a sample list", () => {
  test("a list merges held and addressed samples, newest hand-over first, each once", async () => {
    const old = aSample({ status: "In Use", inUseDate: at });
    const sent = aSample({ status: "In Transit", inTransitTo: bob, inTransitDate: at + HOUR_MS });
    const forMe = aSample({
      status: "In Transit",
      samplmanag: bob,
      inTransitTo: ana.email,
      inTransitDate: at + 2 * HOUR_MS,
    });
    await show(backend({ mine: [sent, old], addressed: [forMe, sent] }));
    await screen.findByText("3 samples");
    expect(serials()).toEqual([forMe, sent, old].map(({ serialNumber }) => serialNumber));
  });

  test("the part Overdue gets what becomes overdue while it is open", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    const sent = { status: "In Transit", inTransitTo: bob, inTransitDate: at } as const;
    const late = aSample({ ...sent, overdueAt: Date.now() - HOUR_MS });
    const soon = aSample({ ...sent, overdueAt: Date.now() + HOUR_MS });
    const list = { list: "transfer", actor: ana, state: { scope: "overdue" } } as const;
    const convex = backend({ mine: [late, soon] });
    await renderScreen(convex, <SampleListScreen {...list} onStateChange={vi.fn()} />);
    await screen.findByText("1 sample");
    expect(serials()).toEqual([late.serialNumber]);
    act(() => void vi.advanceTimersByTime(2 * HOUR_MS));
    await screen.findByText("2 samples");
    expect(serials().toSorted()).toEqual([late.serialNumber, soon.serialNumber].toSorted());
  });

  test("Open Samples begins with what was registered last, whatever was handed over since", async () => {
    const sent = aSample({ status: "In Transit", inTransitTo: bob, inTransitDate: at + HOUR_MS });
    const dated = { ...sent, registereddate: at };
    const newest = aSample({ registereddate: at + 2 * HOUR_MS });
    const older = aSample({ registereddate: at - HOUR_MS });
    await show(backend({ mine: [dated, newest, older] }), { list: "open" });
    await screen.findByText("3 samples");
    expect(serials()).toEqual([newest, dated, older].map(({ serialNumber }) => serialNumber));
    expect(
      screen.getByRole("columnheader", { name: /Registered Date/ }).getAttribute("aria-sort"),
    ).toBe("descending");
  });

  test("the sample that a form has saved glows, says so, and has the cursor", async () => {
    const saved = aSample({ registereddate: at });
    const other = aSample({ registereddate: at - HOUR_MS });
    const { router } = await show(backend({ mine: [other, saved] }), { list: "open" });
    await screen.findByText("2 samples");
    expect(screen.queryByTitle("Edited")).toBeNull();
    const leaveTo = (to: string, state = {}) => act(() => router.navigate({ to, state }));
    await leaveTo("/form");
    await leaveTo("/", announceSaved(saved._id, "Edited"));
    const row = (await screen.findByTitle("Edited")).closest("tr");
    expect(row?.dataset).toMatchObject({ row: saved._id, cursor: "true" });
    expect(row?.querySelector(".animate-glow")).not.toBeNull();
    expect(document.activeElement).toBe(row);
  });

  test("the sample that a form has saved takes its place, also when it comes after the others", async () => {
    const saved = aSample({ registereddate: at });
    const other = aSample({ registereddate: at - HOUR_MS });
    const convex = backend({ mine: [other] });
    const { router } = await show(convex, { list: "open" });
    await screen.findByText("1 sample");
    await act(() => router.navigate({ to: "/docs" }));
    await act(() => router.navigate({ to: "/", state: announceSaved(saved._id, "Registered") }));
    await screen.findByText("1 sample");
    expect(document.activeElement?.closest("tr") ?? null).toBeNull();
    convex.answerPage("samples:list", rangesOf({ mine: [other, saved] }));
    await screen.findByText("2 samples");
    const row = () => document.querySelector<HTMLElement>("[data-cursor]");
    await waitFor(() => expect(row()?.dataset["row"]).toBe(saved._id));
    expect(serials()[0]).toBe(saved.serialNumber);
  });

  test("a list offers a stand-in to receive what waits for the person who is away", async () => {
    const forBob = aSample({
      status: "In Transit",
      samplmanag: "eve@company.com",
      inTransitTo: bob,
      inTransitDate: at,
    });
    const standsInFor = [{ email: bob, fields: ["inTransitTo"] }] as const;
    await show(backend({ addressed: [forBob] }), { actor: { ...ana, standsInFor } });
    await screen.findByText("1 sample");
    expect(actionsOf(forBob)).toEqual(["Receive"]);
  });

  test("a list offers each row the steps that the workflow allows its reader", async () => {
    const mine = aSample({ status: "In Use", inUseDate: at });
    const sent = aSample({ status: "In Transit", inTransitTo: bob, inTransitDate: at });
    const forMe = aSample({
      status: "In Transit",
      samplmanag: bob,
      inTransitTo: ana.email,
      inTransitDate: at,
    });
    await show(backend({ mine: [sent, mine], addressed: [forMe] }));
    const link = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");
    await screen.findByText("3 samples");
    expect(link(`Transfer ${mine.serialNumber}`)).toBe(`/private/transferfs/${mine._id}`);
    expect(screen.getByRole("button", { name: `Receive ${forMe.serialNumber}` })).toBeTruthy();
    expect(link(`Transfer ${sent.serialNumber}`)).toBeUndefined();
    expect(screen.queryByRole("button", { name: `Receive ${sent.serialNumber}` })).toBeNull();
  });

  test("a list receives in place with one press, and once however often it is pressed", async () => {
    const forMe = aSample({
      status: "In Transit",
      samplmanag: bob,
      inTransitTo: ana.email,
      inTransitDate: at,
    });
    const convex = backend({ addressed: [forMe] });
    const { user } = await show(convex);
    const receive = { name: `Receive ${forMe.serialNumber}` };
    await user.dblClick(await screen.findByRole("button", receive));
    await waitFor(() => expect(convex.sent.length).toBeGreaterThan(0));
    expect(convex.sent[0]).toMatchObject({
      name: "custody:acknowledgeTransfer",
      args: { sampleId: forMe._id },
    });
    expect(new Set(convex.sent.map(({ args }) => args.transactionId)).size).toBe(1);
  });

  test.each([
    ["transfer", "In Transit", { inTransitTo: ana.email }, ["Receive"]],
    ["return", "In Return", { inReturnTo: ana.email }, ["Receive"]],
    ["lost", "Request Lost", { inOSapprby: ana.email }, ["Ack Lost"]],
  ] as const)(
    "in the %s list the person asked receives a sample there and declines on its form",
    async (list, status, asked, buttons) => {
      const sample = aSample({ status, samplmanag: bob, ...asked });
      await show(backend({ addressed: [sample] }), { list });
      await screen.findByText("1 sample");
      expect(actionsOf(sample)).toEqual(buttons);
    },
  );

  test.each([
    ["transfer", ["Transfer"]],
    ["return", ["Return"]],
    ["lost", ["Request Lost"]],
  ] as const)("the %s list offers its own step alone", async (list, buttons) => {
    const sample = aSample({ status: "In Use", inUseDate: at });
    await show(backend({ mine: [sample] }), { list });
    await screen.findByText("1 sample");
    expect(actionsOf(sample)).toEqual(buttons);
  });

  test("a sample that arrives in a list shows up by itself and says why", async () => {
    const held = aSample({ status: "In Use", inUseDate: at });
    const convex = backend({ mine: [held] });
    await show(convex);
    await screen.findByText("1 sample");

    const arrived = aSample({
      status: "In Transit",
      samplmanag: bob,
      inTransitTo: ana.email,
      inTransitDate: at + HOUR_MS,
    });
    act(() => {
      convex.answerPage("samples:list", rangesOf({ mine: [held], addressed: [arrived] }));
    });
    const link = await screen.findByRole("link", { name: arrived.serialNumber });
    const row = link.closest("tr") as HTMLElement;
    expect(within(row).getByText("From Bob, for you")).toBeTruthy();
  });

  test("rows under the pointer keep their places, and new rows are announced", async () => {
    const held = aSample({ status: "In Use", inUseDate: at });
    const convex = backend({ mine: [held] });
    const { user } = await show(convex);
    await screen.findByText("1 sample");
    const table = screen.getByRole("table").parentElement as HTMLElement;
    fireEvent.pointerEnter(table, { pointerType: "mouse" });

    const newer = aSample({ status: "In Use", inUseDate: at + HOUR_MS });
    act(() => {
      convex.answerPage("samples:list", rangesOf({ mine: [newer, held] }));
    });
    const announced = await screen.findByRole("button", { name: "1 new" });
    expect(serials()).toEqual([held.serialNumber]);
    await user.click(announced);
    expect(serials()).toEqual([newer.serialNumber, held.serialNumber]);
  });

  test("rows under a finger keep their places until a moment after it is lifted", async () => {
    const held = aSample({ status: "In Use", inUseDate: at });
    const newer = aSample({ status: "In Use", inUseDate: at + HOUR_MS });
    const convex = backend({ mine: [held] });
    await show(convex);
    await screen.findByText("1 sample");
    const table = screen.getByRole("table").parentElement as HTMLElement;
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.pointerEnter(table, { pointerType: "touch" });
    fireEvent.pointerDown(table, { pointerType: "touch" });
    act(() => void vi.advanceTimersByTime(60_000));
    act(() => {
      convex.answerPage("samples:list", rangesOf({ mine: [newer, held] }));
    });
    await screen.findByRole("button", { name: "1 new" });
    expect(serials()).toEqual([held.serialNumber]);
    fireEvent.pointerLeave(table, { pointerType: "touch" });
    act(() => void vi.advanceTimersByTime(2_000));
    await waitFor(() => expect(serials()).toEqual([newer.serialNumber, held.serialNumber]));
  });

  test("a list's search finds an IMEI however it is spaced, and counts the rows searched", async () => {
    const found = aSample({ imei1: "490154203237518", status: "In Use", inUseDate: at });
    const other = aSample({ status: "In Use", inUseDate: at });
    await show(backend({ mine: [found, other] }), { q: "49 015420 3237" });
    await screen.findByText("1 of 2 samples");
    expect(serials()).toEqual([found.serialNumber]);
  });

  test.each([
    ["transfer", []],
    ["return", ["In Return to", "In Return Date"]],
    ["lost", ["Request Lost To", "Request Lost Date"]],
  ] as const)(
    "draws status and holder first, then the other columns of the %s list in their order",
    async (list, own) => {
      const inUseDate = new Date(2026, 10, 20, 14, 5, 9).getTime();
      await show(backend({ mine: [aSample({ status: "In Use", inUseDate })] }), { list });
      await screen.findByText("1 sample");
      const [, ...headings] = screen.getAllByRole("columnheader"); // the first one selects
      expect(headings.map(({ textContent }) => textContent)).toEqual([
        ...["Device", "Status", "User", "Country", "Customers", "Imei 1"],
        ...["In Transit To", "In Transit Date", "In Use Date", ...own, "Actions"],
      ]);
      expect(screen.getByRole("cell", { name: "Nov 20, 2026, 14:05" })).toBeTruthy();
    },
  );

  test("a list names the browser's tab, the Delete list by its longer name", async () => {
    await show(backend({}));
    expect(document.title).toBe("Transfer Sample · SMS");
    cleanup();
    await show(backend({}), { list: "delete" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Delete Sample");
    expect(document.title).toBe("Sample Management System - Delete Sample · SMS");
  });

  test("an empty list says what will be here and offers the next action", async () => {
    await show(backend({}));
    expect(await screen.findByText("No samples here yet")).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "New Sample" })).toHaveLength(1);
  });
});

describe("a list that is not all here", () => {
  test("a filter offers values of pick lists before a row that has them is loaded", async () => {
    const here = aSample({ brand: "Apple", status: "In Use", inUseDate: at });
    const convex = backend({})
      .answer("lookups:options", () => ({ brandModel: ["Apple", "Motorola"] }))
      .answer("samples:list", ({ scope, status, paginationOpts }) => {
        const { cursor } = paginationOpts as { cursor: string | null };
        if (cursor !== null) return undefined; // what follows never comes
        const isHere = scope === "mine" && status === "In Use";
        return { page: isHere ? [here] : [], isDone: !isHere, continueCursor: "more" };
      });
    const { user } = await show(convex);
    await screen.findByRole("link", { name: here.serialNumber });
    await user.click(screen.getByRole("button", { name: "Filter" }));
    await user.keyboard("brand{Enter}"); // typing finds a filter, also of a hidden column
    await screen.findByRole("option", { name: /Motorola/ });
    const options = within(screen.getByRole("listbox", { name: "Brand" })).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual(["All", "Apple1+", "Motorola"]);
  });
});

describe("the Delete list", () => {
  test("the Delete list deletes after the question, for the person who registered", async () => {
    const mine = aSample();
    const theirs = aSample({ registeredby: bob });
    const convex = backend({ mine: [mine, theirs] }).answer("samples:remove", () => null);
    const { user } = await show(convex, { list: "delete" });
    await screen.findByText("2 samples");
    expect(screen.queryByRole("button", { name: `Delete ${theirs.serialNumber}` })).toBeNull();

    await user.click(screen.getByRole("button", { name: `Delete ${mine.serialNumber}` }));
    const question = await screen.findByRole("alertdialog");
    expect(within(question).getByText("Are you sure you want to delete this item?")).toBeTruthy();
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(convex.sent[0]?.args).toMatchObject({ sampleId: mine._id }));
    expect(await screen.findByText("Sample deleted successfully!")).toBeTruthy();
  });
});
