import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Timeline } from "@/features/history/Timeline";
import type { Doc } from "../../../convex/_generated/dataModel";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aRecord } from "../../support/web/webHistory";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 12);
const ana = "ana@company.com";
const bob = "bob@company.com";
const daysAgo = (days: number) => ({ actiondate: NOW - days * DAY_MS });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Options = { newest?: number; hasMore?: boolean };

/**
 * @param oldestFirst the sample's records, as they were written
 * @param options `hasMore`: older ones are on a further page
 */
async function show(oldestFirst: Doc<"history">[], { newest = 50, hasMore }: Options = {}) {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  const convex = new FakeConvex().answer("history:forSample", ({ paginationOpts }) => {
    const { numItems, cursor } = paginationOpts as { numItems: number; cursor: string | null };
    const page = cursor === null ? oldestFirst.toReversed().slice(0, numItems) : [];
    // As on the server, a page that is just full does not know that nothing follows.
    const isDone = hasMore !== true && page.length < numItems;
    return { page, isDone, continueCursor: isDone ? "" : "more" };
  });
  await renderScreen(convex, <Timeline sampleId="sample1" newest={newest} />);
}

const stays = () => within(timeline()).getAllByRole("region");
const timeline = () => screen.getByRole("region", { name: "Custody timeline" });

test("the timeline shows each holder's time, newest first, with its steps", async () => {
  const inUse = { status: "In Use", samplmanag: bob, email: bob, city: "Lisbon" } as const;
  await show([
    aRecord(daysAgo(12)),
    aRecord({ action: "Transfer", status: "In Transit", recipient: bob, ...daysAgo(5) }),
    aRecord({ action: "Transfer Acknowledge", lastmanag: ana, ...inUse, ...daysAgo(3) }),
  ]);
  const [bobs, anas] = stays();
  expect(bobs?.getAttribute("aria-label")).toBe("With Bob");
  expect(bobs?.textContent).toContain("Lisbon, Brazil · since Nov 18, 2026");
  expect(bobs?.textContent).toContain("3 d so far");
  expect(anas?.textContent).toContain("São Paulo, Brazil · Nov 9, 2026 – Nov 18, 2026");
  expect(
    anas &&
      within(anas)
        .getAllByRole("listitem")
        .map((entry) => entry.textContent),
  ).toEqual([
    expect.stringContaining("Sent to Bob by Ana2 dTransfer · In Transit"),
    expect.stringContaining("Registered by Ana7 dRegister · Registered"),
  ]);
  expect(screen.queryByText(/^Waiting for/)).toBeNull();
});

test("the timeline names the person whose answer is awaited, and since when", async () => {
  await show([
    aRecord(daysAgo(9)),
    aRecord({ action: "Transfer", status: "In Transit", recipient: bob, ...daysAgo(4) }),
  ]);
  expect(screen.getByText("Waiting for").parentElement?.parentElement?.textContent).toContain(
    "4 d",
  );
});

test("the timeline gives the reason of a declined step and the fields that an edit changed", async () => {
  const changes = [{ field: "model", from: "A53", to: "A54" }];
  await show([
    aRecord(daysAgo(9)),
    aRecord({ action: "Transfer", status: "In Transit", recipient: bob, ...daysAgo(4) }),
    aRecord({ action: "Transfer Declined", email: bob, reason: "Wrong model", ...daysAgo(3) }),
    aRecord({ changes, ...daysAgo(2) }),
  ]);
  const [edited, declined] = screen.getAllByRole("listitem");
  expect(declined?.textContent).toContain("Transfer declined by Bob");
  expect(declined?.querySelector("blockquote")?.textContent).toBe("Wrong model");
  expect(edited?.textContent).toContain("Edited by Ana");
  expect(edited?.querySelector("del")?.textContent).toBe("A53");
  expect(edited?.querySelector("ins")?.textContent).toBe("A54");
});

test("the timeline says that the oldest holder had it for longer while older records are not loaded", async () => {
  await show([aRecord(daysAgo(9))], { hasMore: true });
  expect(stays()[0]?.textContent).toContain("since before Nov 12, 2026");
  expect(stays()[0]?.textContent).toContain("over 9 d");
  expect(screen.getByRole("button", { name: "Show older steps" })).toBeDefined();
});

test("a glance at the timeline offers older steps only where there are some", async () => {
  const records = [aRecord(daysAgo(9)), aRecord(daysAgo(8)), aRecord(daysAgo(7))];
  await show(records, { newest: 3 });
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Show older steps" })).toBeNull();
  cleanup();
  await show(records, { newest: 2 });
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(stays()[0]?.textContent).toContain("over 8 d");
  fireEvent.click(screen.getByRole("button", { name: "Show older steps" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
});

test("the timeline of a deleted sample ends with its deletion", async () => {
  await show([aRecord(daysAgo(9)), aRecord({ action: "Delete", ...daysAgo(2) })]);
  expect(stays()[0]?.textContent).toContain("Nov 12, 2026 – Nov 19, 2026");
  expect(stays()[0]?.textContent).not.toContain("so far");
});
