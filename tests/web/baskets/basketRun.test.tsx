import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { basketStore } from "@/hooks/data/useBasket";
import { ana, bob, backend, show, aJob } from "../../support/web/webBaskets";

beforeEach(() => basketStore.start(ana.email, [], null));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the parts of a large hand-over", () => {
  const part = (sampleId: string, changes: object) =>
    aJob({
      total: 1,
      settled: 1,
      results: [{ sampleId, serialNumber: sampleId, outcome: "done" }],
      ...changes,
    });
  const jobs: Record<string, unknown> = {
    p1: part("s1", { finished: true, finishedAt: Date.now() }),
    p2: part("s2", {}),
    p3: aJob({ total: 1 }),
  };

  test("show one progress, and each part's own result", async () => {
    const convex = backend().answer("baskets:progress", ({ basketId }) => jobs[String(basketId)]);
    await show(convex, "p1,p2,p3");
    expect(await screen.findByRole("heading", { name: "Receipt of 3 samples" })).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("2");
    const parts = within(screen.getByRole("list", { name: "Parts" })).getAllByRole("listitem");
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      "Transfer of 1 sample1 done, 0 refusedUndoResults",
      "Transfer of 1 sample1 so farResults",
      "Transfer of 1 sampleWaitingResults",
    ]);
    expect(convex.sent).toEqual([{ name: "baskets:markSeen", args: { basketId: "p1" } }]);
  });

  test("the parts of a large hand-over of another user, or deleted long ago, are reported as missing once all are known", async () => {
    const convex = backend().answer("baskets:progress", ({ basketId }) =>
      basketId === "p1" ? null : undefined,
    );
    await show(convex, "p1,p2");
    expect(screen.queryByText("No such hand-over")).toBeNull();
    act(() => void convex.answer("baskets:progress", () => null));
    expect(await screen.findByText("No such hand-over")).toBeTruthy();
    expect(screen.queryByText(/^Receipt of/)).toBeNull();
  });

  test("are stopped together, the last first, so that none begins", async () => {
    const convex = backend().answer("baskets:progress", ({ basketId }) => jobs[String(basketId)]);
    const { user } = await show(convex, "p1,p2,p3");
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Stop" }));
    const stopped = convex.sent.filter(({ name }) => name === "baskets:cancel");
    expect(stopped.map(({ args }) => args.basketId)).toEqual(["p3", "p2"]);
  });
});

describe("a running basket", () => {
  const results = [
    { sampleId: "s1", serialNumber: "S1", outcome: "done" },
    { sampleId: "s2", serialNumber: "S2", outcome: "refused", reason: "Sample does not exist!" },
  ];

  test("a running basket shows each result as it arrives, refusals in the server's words", async () => {
    const convex = backend().answer("baskets:progress", () => aJob());
    await show(convex, "job");
    expect(await screen.findByText("Transfer of 3 samples")).toBeTruthy();
    act(() => void convex.answer("baskets:progress", () => aJob({ settled: 2, results })));
    const refused = await screen.findByRole("region", { name: "Refused" });
    expect(within(refused).getByText("Sample does not exist!")).toBeTruthy();
    expect(within(refused).getByText("S2")).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("2");
    expect(convex.sent).toEqual([]);
  });

  test("a running basket is stopped after a confirmation", async () => {
    const convex = backend().answer("baskets:progress", () => aJob({ settled: 1 }));
    const { user } = await show(convex, "job");
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain("2 samples stay as they are");
    await user.click(within(question).getByRole("button", { name: "Stop" }));
    expect(convex.sent).toEqual([{ name: "baskets:cancel", args: { basketId: "job" } }]);
  });

  test("a finished basket counts as seen, and its refused samples are put into a new one", async () => {
    const finished = { total: 2, settled: 2, results, finished: true };
    const convex = backend().answer("baskets:progress", () => aJob(finished));
    const { user, router } = await show(convex, "job");
    expect(await screen.findByText("Finished: 1 done, 1 refused.")).toBeTruthy();
    expect(convex.sent).toEqual([{ name: "baskets:markSeen", args: { basketId: "job" } }]);
    await user.click(screen.getByRole("button", { name: "Put them back into the basket" }));
    expect(basketStore.get(ana.email)).toMatchObject({ values: ["S2"], step: "transfer" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/private/basket"));
  });

  test("a finished basket has a receipt, which is printed, and copied for a spreadsheet", async () => {
    const finished = { total: 2, settled: 2, results, finished: true };
    const at = Date.UTC(2026, 10, 20, 14, 5, 9);
    const lines = [
      { ...results[0], device: "Nokia G42", from: ana.email, to: bob.email, at },
      { ...results[1], device: "" },
    ];
    const convex = backend()
      .answer("baskets:progress", () => aJob(finished))
      .answer("baskets:receipt", () => lines);
    const { user } = await show(convex, "job");
    const receipt = within(await screen.findByRole("region", { name: "Receipt" }));
    const cells = receipt.getAllByRole("row").map((row) => row.textContent);
    expect(cells[1]).toBe(
      `Nokia G42S1From Ana <${ana.email}>To Bob <${bob.email}>Nov 20, 2026, 14:05:09Done`,
    );
    expect(cells[2]).toBe("–S2–––Refused: Sample does not exist!");
    const print = vi.fn();
    vi.stubGlobal("print", print);
    vi.stubGlobal("isSecureContext", true); // elsewhere, a hidden field is used
    await user.click(receipt.getByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledOnce();
    await user.click(receipt.getByRole("button", { name: "Copy" }));
    expect(await navigator.clipboard.readText()).toContain(
      `Nokia G42\tS1\t${ana.email}\t${bob.email}\tNov 20, 2026, 14:05:09\tDone`,
    );
  });

  test("a receipt that the browser refuses to copy is not reported as copied", async () => {
    const finished = { total: 2, settled: 2, results, finished: true };
    const convex = backend()
      .answer("baskets:progress", () => aJob(finished))
      .answer("baskets:receipt", () => [{ ...results[0], device: "Nokia G42" }]);
    const { user } = await show(convex, "job");
    const receipt = within(await screen.findByRole("region", { name: "Receipt" }));
    vi.stubGlobal("isSecureContext", false);
    document.execCommand = () => false;
    await user.click(receipt.getByRole("button", { name: "Copy" }));
    expect(
      await screen.findByText("The browser refused to copy. Select the text instead."),
    ).toBeTruthy();
    expect(screen.queryByText("Receipt copied")).toBeNull();
  });

  test("an edit is not undone as a whole: the next edit changes it", async () => {
    const finished = { step: "edit", total: 2, settled: 2, results, finished: true };
    await show(
      backend().answer("baskets:progress", () => aJob({ ...finished, finishedAt: Date.now() })),
      "job",
    );
    expect(await screen.findByText("Edit of 2 samples")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  test("a basket that has just finished is undone as a whole, once, and its undo is shown", async () => {
    const finished = { total: 2, settled: 2, results, finished: true, finishedAt: Date.now() };
    const convex = backend().answer("baskets:progress", () => aJob(finished));
    const { user, onJobChange } = await show(convex, "job");
    await user.dblClick(await screen.findByRole("button", { name: "Undo" }));
    const undone = convex.sent.filter(({ name }) => name === "baskets:undo");
    const [undoId, ...others] = new Set(undone.map(({ args }) => args.undoId));
    expect(others).toEqual([]);
    await waitFor(() => expect(onJobChange).toHaveBeenCalledWith(undoId));
  });

  test("a basket that finished over a minute ago, or is an undo itself, offers no undo", async () => {
    const past = { finished: true, finishedAt: Date.now() - 61_000, results, total: 2, settled: 2 };
    const convex = backend().answer("baskets:progress", () => aJob(past));
    await show(convex, "job");
    await screen.findByText(/^Finished/);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    const undo = { ...past, finishedAt: Date.now(), isUndo: true };
    act(() => void convex.answer("baskets:progress", () => aJob(undo)));
    await screen.findByRole("heading", { name: "Undo: Transfer of 2 samples" });
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  test("a stopped basket names the skipped samples and retries them with recipient and reason", async () => {
    const left = { outcome: "left", reason: "Stopped before this sample" };
    const stopped = [
      ...results,
      { sampleId: "s3", serialNumber: "S3", ...left },
      { sampleId: "s4", serialNumber: "S4", ...left },
    ];
    const said = { step: "declineTransfer", chosen: undefined, reason: "Wrong box" };
    const job = { ...said, total: 4, settled: 4, results: stopped, finished: true };
    const convex = backend().answer("baskets:progress", () => aJob(job));
    const { user } = await show(convex, "job");
    expect(await screen.findByText("Stopped: 1 done, 1 refused, 2 not done.")).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("2");
    const notDone = screen.getByRole("region", { name: "Not done" });
    expect(within(notDone).getByText("S3")).toBeTruthy();
    await user.click(within(notDone).getByRole("button", { name: /^Put them/ }));
    expect(basketStore.get(ana.email)).toMatchObject({
      values: ["S3", "S4"],
      step: "declineTransfer",
      asked: { recipient: "", reason: "Wrong box" },
    });
  });

  test("a basket of another user, or deleted long ago, is reported as missing", async () => {
    await show(backend(), "job");
    expect(await screen.findByText("No such hand-over")).toBeTruthy();
  });
});
