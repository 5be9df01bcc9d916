import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useInboxToasts } from "@/features/shell/inbox/useInboxToasts";
import { ViewerProvider } from "@/hooks/data/useViewer";
import { BrowserNotices } from "@/lib/browserNotices";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aPerson } from "../../support/web/webPeople";

afterEach(cleanup);

function Told() {
  useInboxToasts();
  return null;
}

/** A transfer that began at `since`; its toast shows its model. */
const transfer = (since: number) => ({
  sampleId: `s${since}`,
  kind: "transfer",
  brand: "Nokia",
  model: `G${since}`,
  serialNumber: `S${since}`,
  since,
  overdueAt: Infinity,
  from: "bruno@company.com",
});

async function open(convex: FakeConvex): Promise<void> {
  const viewer = { ...aPerson({ email: "me@company.com" }), standsInFor: [] };
  await renderScreen(
    convex,
    <ViewerProvider value={viewer}>
      <Told />
    </ViewerProvider>,
  );
}

test("new arrivals are announced; older requests that move up into the list are not", async () => {
  const waiting = (sinces: readonly number[], total = sinces.length) => ({
    items: sinces.map(transfer),
    total,
  });
  const convex = new FakeConvex()
    .answer("inbox:unseenNews", () => ({ items: [], isMore: false }))
    .answer("inbox:waiting", () => waiting([9, 8, 7], 6));
  await open(convex);
  const toasts = () => screen.queryAllByText(/^Nokia G\d+$/).map(({ textContent }) => textContent);
  // The reader receives the three that the list has room for, and then two of the others.
  act(() => void convex.answer("inbox:waiting", () => waiting([6, 5, 4])));
  act(() => void convex.answer("inbox:waiting", () => waiting([4])));
  expect(toasts()).toEqual([]);
  act(() => void convex.answer("inbox:waiting", () => waiting([10, 4])));
  await screen.findByText("Nokia G10");
  expect(toasts()).toEqual(["Nokia G10"]);
});

test("news older than the open page are not announced, even if they arrive after the requests", async () => {
  const received = (at: number) => ({
    _id: `n${at}`,
    at,
    actor: "bruno@company.com",
    notice: {
      kind: "step",
      step: "acknowledgeTransfer",
      sampleId: `s${at}`,
      brand: "Nokia",
      model: `G${at}`,
      serialNumber: `S${at}`,
    },
  });
  const convex = new FakeConvex().answer("inbox:waiting", () => ({ items: [], total: 0 }));
  await open(convex);
  const toasts = () => screen.queryAllByText(/Nokia G\d+/).map(({ textContent }) => textContent);
  act(
    () => void convex.answer("inbox:unseenNews", () => ({ items: [received(7)], isMore: false })),
  );
  expect(toasts()).toEqual([]);
  act(
    () =>
      void convex.answer("inbox:unseenNews", () => ({
        items: [received(8), received(7)],
        isMore: false,
      })),
  );
  await screen.findByText(/Nokia G8/);
  expect(toasts()).toHaveLength(1);
});

test("the toast of an import updates its count while the import continues", async () => {
  const imported = (count: number) => ({
    _id: "n1",
    at: count,
    actor: "bruno@company.com",
    notice: { kind: "imported", import: "i1", count },
  });
  const convex = new FakeConvex()
    .answer("inbox:waiting", () => ({ items: [], total: 0 }))
    .answer("inbox:unseenNews", () => ({ items: [], isMore: false }));
  await open(convex);
  const tell = (count: number) => {
    const items = [imported(count)];
    act(() => void convex.answer("inbox:unseenNews", () => ({ items, isMore: false })));
  };
  tell(30);
  await screen.findByText(/imported 30 samples for you/);
  tell(60);
  await screen.findByText(/imported 60 samples for you/);
  expect(screen.queryAllByText(/samples for you/)).toHaveLength(1);
});

test("a browser notification says that a sample was registered or imported for its reader", async () => {
  vi.stubGlobal("Notification", class {});
  const request = vi.fn(() => new Promise(() => undefined));
  Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
  const show = vi.spyOn(BrowserNotices.prototype, "show").mockResolvedValue();
  try {
    const convex = new FakeConvex()
      .answer("inbox:waiting", () => ({ items: [], total: 0 }))
      .answer("inbox:unseenNews", () => ({ items: [], isMore: false }));
    await open(convex);
    await waitFor(() => expect(request).toHaveBeenCalled());
    const device = { sampleId: "s1", brand: "Nokia", model: "G42", serialNumber: "S1" };
    const actor = "bruno.costa@company.com";
    const items = [
      { _id: "n2", at: 2, actor, notice: { kind: "registered", ...device } },
      { _id: "n1", at: 1, actor, notice: { kind: "imported", import: "i1", count: 30 } },
    ];
    act(() => void convex.answer("inbox:unseenNews", () => ({ items, isMore: false })));
    expect(show.mock.calls.map(([{ title, body }]) => `${title}: ${body}`)).toEqual([
      "Bruno Costa registered: Nokia G42 S1 for you",
      "Bruno Costa imported: samples for you",
    ]);
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "locks");
  }
});
