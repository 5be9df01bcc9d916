import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useInboxToasts } from "@/features/shell/inbox/useInboxToasts";
import { ViewerProvider } from "@/hooks/useViewer";
import { FakeConvex } from "../support/fakeConvex";
import { renderScreen } from "../support/renderApp";
import { aPerson } from "../support/webPeople";

afterEach(cleanup);

function Told() {
  useInboxToasts();
  return null;
}

/** A transfer that began at `since`; its model tells it in a toast. */
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

test("what arrives is told; older requests that move up into the list are not", async () => {
  const waiting = (sinces: readonly number[], total = sinces.length) => ({
    items: sinces.map(transfer),
    total,
  });
  const convex = new FakeConvex()
    .answer("inbox:unseenNews", () => ({ items: [], isMore: false }))
    .answer("inbox:waiting", () => waiting([9, 8, 7], 6));
  await open(convex);
  const toasts = () => screen.queryAllByText(/^Nokia G\d+$/).map(({ textContent }) => textContent);
  // Somebody receives the three that the list has room for, and then two of the others.
  act(() => void convex.answer("inbox:waiting", () => waiting([6, 5, 4])));
  act(() => void convex.answer("inbox:waiting", () => waiting([4])));
  expect(toasts()).toEqual([]);
  act(() => void convex.answer("inbox:waiting", () => waiting([10, 4])));
  await screen.findByText("Nokia G10");
  expect(toasts()).toEqual(["Nokia G10"]);
});

test("news of before the page was opened are not told, also when they come after the requests", async () => {
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
