import { act, cleanup, screen, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import type { FunctionReturnType } from "convex/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { StockTakeButton } from "@/components/stockTakes/StockTakeButton";
import { StockTakeScreen } from "@/features/stockTakes/StockTakeScreen";
import { StockTakesScreen } from "@/features/stockTakes/StockTakesScreen";
import { takeScan } from "@/lib/keys/scanTakers";
import { basketStore } from "@/hooks/data/useBasket";
import { waitingSteps } from "@/lib/connection/waitingSteps";
import type { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { refusalOf } from "#domain/common/errors";
import { NO_ITEMS } from "#domain/stockTakes/stockTake";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aSample } from "../../support/web/webSamples";
import { aStockTake } from "../../support/web/webStockTakes";
import { eventually } from "../../support/eventually";

type StockTake = FunctionReturnType<typeof api.stockTakes.get>;
type Item = FunctionReturnType<typeof api.stockTakes.items>["page"][number];

const ana = { email: "ana@company.com", role: "user" } as const;

let made = 0;
function anItem(number: string, changes: Partial<Item> = {}): Item {
  made += 1;
  const _id = `item${made}` as Id<"stockTakeItems">;
  return { _id, state: "missing", number, isHidden: false, isExplained: false, ...changes };
}

const backend = (stockTake: StockTake, items: readonly Item[] = []) =>
  new FakeConvex()
    .answer("stockTakes:get", () => stockTake)
    .answerPage("stockTakes:items", ({ state }) => items.filter((item) => item.state === state))
    .answer("people:names", () => []);

async function show(convex: FakeConvex, lines?: string) {
  const onLines = vi.fn();
  const page = <StockTakeScreen actor={ana} stockTakeId="s1" lines={lines} onLines={onLines} />;
  return { ...(await renderScreen(convex, page)), onLines };
}

beforeEach(() => {
  localStorage.clear();
  basketStore.start(ana.email, [], null);
});
afterEach(cleanup);

describe("a stock-take", () => {
  test("accepts a scan with spaces as one number", async () => {
    const scan = vi.fn(() => ({ outcome: "unknown", number: "", isHidden: false }));
    await show(backend(aStockTake()).answer("stockTakes:scan", scan));
    await screen.findByLabelText("Serial number or IMEI");
    for (const text of ["SN 123456", "35 693803 564380 9"]) act(() => takeScan(text));
    await eventually(() => expect(scan).toHaveBeenCalledTimes(2));
    expect(scan).toHaveBeenCalledWith(expect.objectContaining({ text: "SN 123456" }));
    expect(scan).toHaveBeenCalledWith(expect.objectContaining({ text: "356938035643809" }));
  });

  test("shows the result of each scan in large type, and who holds a sample that does not belong", async () => {
    const answers: Record<string, object> = {
      S1: { outcome: "found", number: "S1", isHidden: false, brand: "Nokia", model: "G42" },
      S2: {
        outcome: "unexpected",
        number: "S2",
        isHidden: false,
        holder: "bob@x.y",
        status: "In Use",
      },
      S3: { outcome: "unexpected", number: "S3", isHidden: true },
      S4: { outcome: "unknown", number: "S4", isHidden: false },
      S5: { outcome: "ambiguous", number: "S5", isHidden: false },
    };
    const convex = backend(aStockTake()).answer(
      "stockTakes:scan",
      ({ text }) => answers[text as string],
    );
    const { user } = await show(convex);
    const field = await screen.findByLabelText("Serial number or IMEI");
    for (const [text, verdict, detail] of [
      ["S1", "Found", /Nokia G42/],
      ["S2", "Unexpected", /On record with Bob.*, In Use/],
      ["S3", "Unexpected", /Held by someone outside your team/],
      ["S4", "Unknown number", /No sample has this number/],
      ["S5", "Not clear", /Scan the serial number/],
    ] as const) {
      await user.type(field, `${text}{Enter}`);
      const latest = await screen.findByText(verdict, { selector: "[data-verdict] p" });
      expect(latest.parentElement?.textContent).toMatch(detail);
      expect(field).toHaveProperty("value", "");
    }
  });

  test("keeps a scan that the server has not answered, and shows that it waits", async () => {
    const convex = backend(aStockTake());
    convex.mutation = () => new Promise(() => undefined);
    const { user } = await show(convex);
    await user.type(await screen.findByLabelText("Serial number or IMEI"), "S1{Enter}");
    expect(await screen.findByText(/^1 scan is waiting for the connection/)).toBeTruthy();
    expect(Object.keys(localStorage).filter((key) => key.startsWith("scan s1"))).toHaveLength(1);
  });

  test("shows in the server's words why a scan was refused", async () => {
    const refusal = refusalOf("STOCK_TAKE_OVER", { state: "closed" });
    const convex = backend(aStockTake()).answer("stockTakes:scan", () => {
      throw new ConvexError({ ...refusal });
    });
    const { user } = await show(convex);
    await user.type(await screen.findByLabelText("Serial number or IMEI"), "S1{Enter}");
    expect(await screen.findByText("Not taken", { selector: "[data-verdict] p" })).toBeTruthy();
    expect(screen.getByText(refusal.message)).toBeTruthy();
  });

  test("puts missing samples into the basket with Request Lost, except those that left", async () => {
    const held = (serialNumber: string) => ({
      sample: aSample({ serialNumber, samplmanag: ana.email }),
    });
    const items = [
      anItem("S1", held("S1")),
      anItem("S2", { ...held("S2"), isExplained: true }),
      anItem("S3"),
    ];
    const { user } = await show(
      backend(aStockTake({ counts: { ...NO_ITEMS, missing: 3 } }), items),
    );
    expect(await screen.findByText(/left since/)).toBeTruthy();
    expect(screen.getByText("Not registered")).toBeTruthy();
    const steps = screen.getByRole("group", { name: "Steps with this sample" });
    await user.click(within(steps).getByRole("button", { name: "Request Lost" }));
    expect(basketStore.get(ana.email)).toMatchObject({ values: ["S1"], step: "requestLost" });
  });

  test("offers steps with as many missing samples as fit into a basket, and says so", async () => {
    const items = Array.from({ length: 301 }, (_, place) =>
      anItem(`S${place}`, {
        sample: aSample({ serialNumber: `S${place}`, samplmanag: ana.email }),
      }),
    );
    const counts = { ...NO_ITEMS, missing: 301 };
    const { user } = await show(backend(aStockTake({ counts }), items));
    const steps = await screen.findByRole("group", { name: "Steps with the first 300 samples" });
    expect(within(steps).getByText("The first 300:")).toBeTruthy();
    await user.click(within(steps).getByRole("button", { name: "Request Lost" }));
    expect(basketStore.get(ana.email).values).toHaveLength(300);
  });

  test("shows the lines of a chosen state, and nothing of a hidden sample", async () => {
    const items = [
      anItem("S9", { state: "unexpected", isHidden: true, scannedBy: "bob@x.y", scannedAt: 1 }),
    ];
    const counts = { ...NO_ITEMS, unexpected: 1 };
    const { user, onLines } = await show(backend(aStockTake({ counts }), items), "unexpected");
    expect(await screen.findByText("Held by someone outside your team")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Found/ }));
    expect(onLines).toHaveBeenCalledExactlyOnceWith("found");
  });

  test("asks before it closes, with the figures of its report, and closes once", async () => {
    const counts = { ...NO_ITEMS, found: 7, missing: 2, unknown: 1 };
    const convex = backend(aStockTake({ counts })).answer("stockTakes:close", () => null);
    const { user } = await show(convex);
    await user.click(await screen.findByRole("button", { name: "Finish count" }));
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toMatch(/7 of 9 found, 2 missing, 0 unexpected, 1 unknown/);
    await user.click(within(question).getByRole("button", { name: "Finish count" }));
    expect(convex.sent).toEqual([{ name: "stockTakes:close", args: { stockTakeId: "s1" } }]);
  });

  test("shows the actions that wait for the network: adding or removing a helper", async () => {
    const people = [
      { email: ana.email, part: "opener" },
      { email: "bob@company.com", part: "helper" },
    ] as const;
    const convex = backend(aStockTake({ people: [...people] })).answer("users:recipients", () => [
      { email: "cleo@company.com", displayName: "Cleo Paz", city: "Lima", country: "Peru" },
    ]);
    Object.assign(convex, { connectionState: () => ({ isWebSocketConnected: false }) });
    const { user } = await show(convex);
    await user.click(await screen.findByRole("button", { name: "Share" }));
    await user.click(screen.getByRole("button", { name: "Remove bob@company.com" }));
    expect(waitingSteps().map(({ label }) => label)).toEqual(["Stop sharing “Shelf 3”"]);
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
    await user.type(screen.getByRole("combobox"), "cleo{Enter}");
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(waitingSteps().map(({ label }) => label)).toEqual(["Share “Shelf 3”"]);
    await user.click(screen.getByRole("button", { name: "Withdraw" }));
  });

  test("offers a helper neither to close nor to share it", async () => {
    await show(backend(aStockTake({ mayManage: false })));
    await screen.findByLabelText("Serial number or IMEI");
    for (const name of ["Close", "Cancel", "Share"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });

  test("accepts no scan once closed, and is printed and exported", async () => {
    const endedAt = Date.UTC(2026, 10, 3);
    await show(backend(aStockTake({ state: "closed", endedBy: "bob@x.y", endedAt })));
    expect(await screen.findByRole("link", { name: "Print" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Other formats" })).toBeTruthy();
    expect(screen.queryByLabelText("Serial number or IMEI")).toBeNull();
  });

  test.each([
    ["preparing", /^Listing the expected samples: 12 so far/],
    ["closing", /^Comparing with the records/],
  ] as const)(
    "a stock-take that is %s says how far it is, and takes no scan",
    async (state, words) => {
      await show(backend(aStockTake({ state, counts: { ...NO_ITEMS, missing: 12 } })));
      expect(await screen.findByText(words)).toBeTruthy();
      expect(screen.queryByLabelText("Serial number or IMEI")).toBeNull();
    },
  );
});

describe("the list of stock-takes", () => {
  const list = (convex: FakeConvex) =>
    renderScreen(convex, <StockTakesScreen actor={ana} isOpen onPart={vi.fn()} />);

  test("names each with its figures", async () => {
    const stockTake = aStockTake({ counts: { ...NO_ITEMS, found: 3, missing: 4, unexpected: 1 } });
    await list(backend(stockTake).answerPage("stockTakes:list", () => [stockTake]));
    const line = await screen.findByRole("listitem");
    expect(line.textContent).toMatch(/Shelf 3.*Lisbon, Shelf 3.*3 of 7 found, 1 does not belong/);
  });

  test("opens one from pasted numbers", async () => {
    const convex = backend(aStockTake())
      .answerPage("stockTakes:list", () => [])
      .answerPage("samples:list", () => [])
      .answer("stockTakes:open", () => "s1");
    const { user, router } = await list(convex);
    expect(await screen.findByText("No open stock-takes")).toBeTruthy();
    // Only once: in the middle of the empty list.
    await user.click(screen.getByRole("button", { name: "New stock-take" }));
    await user.click(await screen.findByRole("button", { name: "List of numbers" }));
    await user.click(screen.getByLabelText("Serial numbers or IMEIs"));
    await user.paste("S1, S2\nS3");
    await user.clear(screen.getByLabelText("Name"));
    await user.type(screen.getByLabelText("Name"), "Delivery");
    await user.click(screen.getByRole("button", { name: "Start count" }));
    expect(convex.sent).toEqual([
      {
        name: "stockTakes:open",
        args: { name: "Delivery", target: { kind: "numbers", numbers: ["S1", "S2", "S3"] } },
      },
    ]);
    await eventually(() => expect(router.state.location.pathname).toBe("/private/stocktake/s1"));
  });
});

test("the filters of a list become a stock-take of the rows that they show", async () => {
  const convex = new FakeConvex().answer("stockTakes:open", () => "s1");
  const conditions = [{ kind: "select", field: "brand", anyOf: ["Nokia"] } as const];
  const { user, router } = await renderScreen(
    convex,
    <StockTakeButton
      choice="team"
      query={{ search: "", conditions }}
      state={{ filter: "brand=Nokia", group: "brand" }}
    />,
  );
  await user.click(await screen.findByRole("button", { name: "Stock-take of these" }));
  await user.type(screen.getByLabelText("Name"), "Nokias");
  await user.click(screen.getByRole("button", { name: "Start count" }));
  expect(convex.sent[0]?.args).toMatchObject({
    name: "Nokias",
    target: {
      kind: "filter",
      scope: "team",
      state: { filter: "brand=Nokia" },
      query: { conditions },
    },
  });
  await eventually(() => expect(router.state.location.pathname).toBe("/private/stocktake/s1"));
});
