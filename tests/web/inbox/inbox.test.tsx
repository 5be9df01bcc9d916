import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ViewerProvider, type Viewer } from "@/hooks/data/useViewer";
import { InboxScreen } from "@/features/inbox/InboxScreen";
import { InboxNews } from "@/features/shell/inbox/InboxNews";
import { formatMinute } from "#domain/common/dates";
import { DAY_MS } from "#domain/common/durations";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aPerson } from "../../support/web/webPeople";

const NOW = Date.now();
const item = (sampleId: string, kind: string, overdueInDays: number, more: object = {}) => ({
  sampleId,
  kind,
  brand: "Nokia",
  model: "G42",
  serialNumber: sampleId.toUpperCase(),
  since: NOW - 2 * DAY_MS,
  overdueAt: NOW + overdueInDays * DAY_MS,
  ...more,
});
const from = "bruno.costa@company.com";
const to = "luis.herrera@company.com";

const received = {
  _id: "n1",
  to: "me@company.com",
  actor: from,
  at: NOW - DAY_MS,
  notice: {
    kind: "step",
    step: "declineTransfer",
    reason: "Not mine",
    sampleId: "s9",
    brand: "Nokia",
    model: "XR21",
    serialNumber: "S9",
  },
};

const { sampleId, brand, model, serialNumber } = received.notice;
const edited = { kind: "edited", fields: ["color"], sampleId, brand, model, serialNumber };

afterEach(cleanup);

type Parts = { waiting?: object[]; sent?: object[]; news?: object[] };

async function open(
  parts: Parts,
  standsInFor: Viewer["standsInFor"] = [],
  children = <InboxScreen />,
) {
  const { waiting = [], sent = [], news = [] } = parts;
  const convex = new FakeConvex()
    .answer("inbox:toAnswer", () => ({ items: waiting, total: waiting.length }))
    .answer("inbox:sent", () => ({ items: sent, total: sent.length }))
    .answer("inbox:waiting", () => ({ items: waiting, total: waiting.length }))
    .answer("inbox:unseenNews", () => ({ items: news, isMore: false }))
    .answerPage("inbox:news", () => news)
    .answer("inbox:digest", () => ({ isMuted: false, timeZone: "Europe/Lisbon" }));
  const viewer = { ...aPerson({ email: "me@company.com" }), standsInFor };
  await renderScreen(convex, <ViewerProvider value={viewer}>{children}</ViewerProvider>);
  return convex;
}
/** Returns the text without the e-mails after names, which only copied text contains. */
const inNames = ({ textContent }: HTMLElement) => (textContent ?? "").replace(/ <[^>]*>/g, "");
const rows = (name: string) =>
  within(screen.getByRole("region", { name }))
    .queryAllByRole("listitem")
    .map((row) => /S\d/.exec(row.textContent)?.[0]);

test.each([
  ["admin", "Hand over"],
  ["supervisor", "Show"],
] as const)(
  "lists for an %s who left and what they left behind, until nothing is left",
  async (role, action) => {
    const left = { email: to, uid: "u9", since: Date.UTC(2026, 10, 2, 12), isCut: false };
    const answer =
      (people: object[], isMore = false) =>
      () => ({ people, isMore });
    const convex = new FakeConvex()
      .answer("inbox:toAnswer", () => ({ items: [], total: 0 }))
      .answer("inbox:sent", () => ({ items: [], total: 0 }))
      .answerPage("inbox:news", () => [])
      .answer("inbox:leavers", answer([{ ...left, held: 12, awaited: 1 }], true));
    const viewer = { ...aPerson({ email: "me@company.com", role }), standsInFor: [] };
    await renderScreen(
      convex,
      <ViewerProvider value={viewer}>
        <InboxScreen />
      </ViewerProvider>,
    );
    const section = within(await screen.findByRole("region", { name: "To hand over" }));
    expect(section.getByRole("heading").textContent).toBe("To hand over1+");
    expect(inNames(section.getByRole("listitem"))).toBe(
      `Luis Herrera left Nov 2, 2026; holds 12 samples; 1 sample waits for their answer${action}`,
    );
    expect(section.getByRole("link", { name: action }).getAttribute("href")).toBe(
      "/pages/leaving/u9",
    );
    act(() => void convex.answer("inbox:leavers", answer([])));
    await waitFor(() => {
      expect(screen.queryByRole("region", { name: "To hand over" })).toBeNull();
    });
  },
);

test("lists the samples that the reader watches, each with a button to stop", async () => {
  const convex = await open({});
  expect(screen.queryByRole("region", { name: "Watched" })).toBeNull();
  const device = { brand: "Nokia", model: "G42", serialNumber: "S7" };
  const watched = { sampleId: "s7", ...device, status: "In Use", samplmanag: from };
  convex.answer("watches:list", () => [watched]).answer("watches:ids", () => ["s7"]);
  const stop = await screen.findByRole("button", { name: "Stop watching S7" });
  expect(rows("Watched")).toEqual(["S7"]);
  stop.click();
  await waitFor(() => {
    expect(convex.sent).toContainEqual({ name: "watches:unwatch", args: { sampleId: "s7" } });
  });
});

describe("the inbox", () => {
  test("each request is in one part: overdue with me or with others, to answer, sent, snoozed", async () => {
    await open({
      waiting: [
        item("s1", "transfer", -1, { from }),
        item("s2", "return", 1, { from }),
        item("s3", "lost", -1, { from, snoozedUntil: NOW + DAY_MS }),
      ],
      sent: [item("s4", "transfer", -1, { to }), item("s5", "return", 1, { to })],
    });
    expect(rows("Overdue with me")).toEqual(["S1"]);
    expect(rows("Overdue with others")).toEqual(["S4"]);
    expect(rows("Waiting for me")).toEqual(["S2"]);
    expect(rows("Waiting for others")).toEqual(["S5"]);
    expect(rows("Put off")).toEqual(["S3"]);
  });

  test("a part with more pages says so, and is not shown as empty", async () => {
    const convex = await open({ sent: [item("s5", "return", 1, { to })] });
    const overdue = [item("s1", "transfer", -1, { from })];
    convex.answer("inbox:toAnswer", () => ({ items: overdue, total: 60 }));
    await waitFor(() => expect(rows("Overdue with me")).toEqual(["S1"]));
    const heading = screen.getByRole("heading", { name: /^Overdue/ });
    expect(heading.textContent).toBe("Overdue with me1+");
    expect(screen.queryByRole("region", { name: "Waiting for me" })).toBeNull();
    expect(screen.getByRole("heading", { name: /^Waiting for others/ }).textContent).toBe(
      "Waiting for others1",
    );
    expect(screen.getByRole("button", { name: "Show more" })).toBeTruthy();
  });

  test("an empty inbox says what it will contain, and has no overdue part", async () => {
    await open({});
    expect(screen.queryByRole("region", { name: /^Overdue/ })).toBeNull();
    expect(screen.getByText(/Nothing is waiting for you/)).toBeTruthy();
    expect(screen.getByText("Nothing is waiting for others.")).toBeTruthy();
  });

  test("a transfer is received with one press, a loss on its own page", async () => {
    const convex = await open({
      waiting: [item("s1", "transfer", 1, { from }), item("s3", "lost", 1, { from })],
    });
    await userEvent.click(screen.getByRole("button", { name: /^Receive .*S1$/ }));
    expect(convex.sent[0]).toMatchObject({
      name: "custody:acknowledgeTransfer",
      args: { sampleId: "s1" },
    });
    const review = screen.getByRole("link", { name: /^Review .*S3$/ });
    expect(review.getAttribute("href")).toBe("/private/outofservicefs/osacknowledgefs/s3");
  });

  test("Receive all asks once, naming number and senders, and starts a basket for each kind", async () => {
    const convex = await open({
      waiting: [item("s1", "transfer", 1, { from }), item("s2", "return", 1, { from })],
    });
    convex.answerPage("samples:list", ({ list }) =>
      list === "transfer"
        ? [
            { _id: "s1", samplmanag: from },
            { _id: "s7", samplmanag: to },
          ]
        : [{ _id: "s2", samplmanag: from }],
    );
    await userEvent.click(screen.getByRole("button", { name: "Receive all" }));
    const question = await screen.findByRole("alertdialog", { name: "Receive 3 samples?" });
    expect(question.textContent).toContain("1 sample from Luis Herrera");
    expect(convex.sent).toEqual([]);
    await userEvent.dblClick(within(question).getByRole("button", { name: "Receive 3 samples" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    const baskets = new Map(convex.sent.map(({ args }) => [args.basketId, args]));
    expect([...baskets.values()]).toMatchObject([
      { step: "acknowledgeTransfer", sampleIds: ["s1", "s7"] },
      { step: "acknowledgeReturn", sampleIds: ["s2"] },
    ]);
  });

  test("Receive all of more than 300 starts parts, each after the previous one", async () => {
    const convex = await open({
      waiting: [item("s1", "transfer", 1, { from }), item("s2", "return", 1, { from })],
    });
    const many = Array.from({ length: 650 }, (_, index) => ({
      _id: `m${index}`,
      samplmanag: from,
    }));
    convex.answerPage("samples:list", ({ list }) => (list === "transfer" ? many : []));
    await userEvent.click(screen.getByRole("button", { name: "Receive all" }));
    const question = await screen.findByRole("alertdialog", { name: "Receive 650 samples?" });
    expect(question.textContent).toContain("650 samples from Bruno Costa");
    expect(question.textContent).toContain("In parts of 300");
    await userEvent.click(within(question).getByRole("button", { name: "Receive 650 samples" }));
    await waitFor(() => expect(convex.sent).toHaveLength(3));
    const parts = convex.sent.map(({ args }) => args);
    expect(parts.map(({ sampleIds }) => (sampleIds as string[]).length)).toEqual([300, 300, 50]);
    const [first, second] = parts.map(({ basketId }) => basketId);
    expect(parts.map(({ after }) => after)).toEqual([undefined, first, second]);
  });

  test("a request for an absent person names them, on its row and before it is received", async () => {
    const absent = { email: to, fields: ["inTransitTo" as const], until: Date.UTC(2999, 0, 2) };
    const convex = await open(
      {
        waiting: [
          item("s1", "transfer", 1, { from, onBehalfOf: to }),
          item("s2", "return", 1, { from }),
        ],
      },
      [absent],
    );
    const [row] = screen.getAllByRole("listitem").map(inNames);
    expect(row).toContain("For Luis Herrera (away until Jan 1, 2999)");
    convex.answerPage("samples:list", ({ list }) =>
      list === "transfer" ? [{ _id: "s1", samplmanag: from, inTransitTo: to }] : [],
    );
    await userEvent.click(screen.getByRole("button", { name: "Receive all" }));
    const question = await screen.findByRole("alertdialog");
    expect(inNames(question)).toContain("1 sample from Bruno Costa, for Luis Herrera");
  });

  test("the news show what a stand-in did, and who became one", async () => {
    const about = { sampleId: "s9", brand: "Nokia", model: "XR21", serialNumber: "S9" };
    const step = { kind: "step", step: "acknowledgeTransfer", onBehalfOf: to, ...about };
    const days = { from: new Date(2026, 6, 1).getTime(), until: new Date(2026, 6, 15).getTime() };
    await open({
      news: [
        { ...received, notice: step },
        { ...received, _id: "n2", notice: { kind: "standIn", ...days } },
        { ...received, _id: "n3", notice: { kind: "overdue", person: to, since: NOW, ...about } },
      ],
    });
    const [first, second, third] = within(screen.getByRole("region", { name: "News" }))
      .getAllByRole("listitem")
      .map(inNames);
    expect(first).toContain("Bruno Costa received Nokia XR21 S9 for Luis Herrera");
    expect(second).toContain("named you as their stand-in (Jul 1, 2026 to Jul 14, 2026)");
    expect(third).toContain("Luis Herrera is away and asks you to answer about Nokia XR21");
  });

  test("the news show the samples registered for the reader, and how many an import added", async () => {
    const about = { sampleId: "s9", brand: "Nokia", model: "XR21", serialNumber: "S9" };
    const imported = (count: number) => ({ kind: "imported", import: "i1", count });
    await open({
      news: [
        { ...received, notice: { kind: "registered", ...about } },
        { ...received, _id: "n2", notice: imported(120) },
        { ...received, _id: "n3", notice: imported(1) },
      ],
    });
    const news = screen.getByRole("region", { name: "News" });
    const [first, second, third] = within(news).getAllByRole("listitem").map(inNames);
    expect(first).toContain("Bruno Costa registered Nokia XR21 S9 for you");
    expect(second).toContain("Bruno Costa imported 120 samples for you");
    expect(third).toContain("Bruno Costa imported 1 sample for you");
    const device = within(news).getByRole("link", { name: "Nokia XR21" });
    expect(device.getAttribute("href")).toMatch(/sample=s9/);
  });

  test("the news name a deactivated person, and lead to what they hold", async () => {
    const notice = { kind: "deactivated", person: to, uid: "u9", samples: 3, reports: 2 };
    await open({ news: [{ ...received, actor: undefined, notice }] });
    const news = within(screen.getByRole("region", { name: "News" }));
    expect(inNames(news.getByRole("listitem"))).toContain(
      "Luis Herrera was deactivated by the company's directory, and is still responsible for 3 samples; " +
        "2 people still report to them",
    );
    const link = news.getByRole("link", { name: "3 samples" });
    expect(link.getAttribute("href")).toBe("/pages/leaving/u9");
  });

  test("Receive all says so if everything was answered meanwhile", async () => {
    const convex = await open({
      waiting: [item("s1", "transfer", 1, { from }), item("s2", "return", 1, { from })],
    });
    convex.answerPage("samples:list", () => []);
    await userEvent.click(screen.getByRole("button", { name: "Receive all" }));
    expect(await screen.findByText("Nothing is waiting for you anymore")).toBeTruthy();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  test("Receive all is not offered for losses, each of which is decided on its own", async () => {
    await open({
      waiting: [item("s1", "lost", 1, { from }), item("s2", "transfer", 1, { from })],
    });
    expect(screen.queryByRole("button", { name: "Receive all" })).toBeNull();
  });

  test("one press sends a nudge, and cannot be repeated within a day", async () => {
    const convex = await open({
      sent: [
        item("s4", "transfer", 1, { to }),
        item("s5", "transfer", 1, { to, nudgedAt: NOW - DAY_MS / 2 }),
      ],
    });
    await userEvent.click(screen.getByRole("button", { name: "Nudge Luis Herrera about S4" }));
    expect(convex.sent).toEqual([{ name: "inbox:nudge", args: { sampleId: "s4" } }]);
    const nudged = screen.getByRole("button", { name: "Nudged Luis Herrera about S5" });
    expect((nudged as HTMLButtonElement).disabled).toBe(true);
  });

  test("a request is snoozed until a morning, and shown again", async () => {
    const convex = await open({
      waiting: [
        item("s1", "transfer", 1, { from }),
        item("s3", "lost", 1, { from, snoozedUntil: NOW + DAY_MS }),
      ],
    });
    const until = formatMinute(NOW + DAY_MS);
    expect(screen.getByText(`Put off until ${until}`)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Put off S1" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Until tomorrow" }));
    await userEvent.click(screen.getByRole("button", { name: "Show again S3" }));
    const [putOff, shown] = convex.sent.map(({ args }) => args);
    expect(putOff?.sampleId).toBe("s1");
    expect(new Date(putOff?.until as number).getHours()).toBe(8);
    expect(shown).toEqual({ sampleId: "s3", until: 0 });
  });

  test("news show who did what and why, and count as seen after a moment", async () => {
    const convex = await open({ news: [received] });
    const news = screen.getByRole("region", { name: "News" });
    expect(news.textContent).toMatch(/Bruno Costa.* declined Nokia XR21 S9: “Not mine”/);
    expect(within(news).getByRole("img", { name: "New" })).toBeTruthy();
    const device = within(news).getByRole("link", { name: "Nokia XR21" });
    expect(device.getAttribute("href")).toMatch(/sample=s9/);
    const seen = { name: "inbox:markSeen", args: { until: received.at } };
    await waitFor(() => expect(convex.sent).toContainEqual(seen));
  });

  describe("news", () => {
    const marks = (convex: FakeConvex) =>
      convex.sent.filter(({ name }) => name === "inbox:markSeen").length;
    beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

    test("news that arrive on a hidden page count as seen two seconds after it is shown", async () => {
      const turn = (isHidden: boolean) => {
        vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
        document.dispatchEvent(new Event("visibilitychange"));
      };
      turn(true);
      const convex = await open({ news: [received] });
      await pass(10_000);
      turn(false);
      await pass(1_500);
      turn(true); // a brief view
      await pass(10_000);
      expect(marks(convex)).toBe(0);
      turn(false);
      await pass(2_000);
      expect(marks(convex)).toBe(1);
    });

    test("all count as seen, even if they are more than the server marks in one call", async () => {
      const convex = await open({ news: [received] });
      const answers = [true, true, false];
      convex.answer("inbox:markSeen", () => answers.shift());
      await pass(2_000);
      await waitFor(() => expect(answers).toEqual([]));
      expect(marks(convex)).toBe(3);
    });
  });

  test("samples that one person received together are one piece of news", async () => {
    const notice = { ...received.notice, step: "acknowledgeTransfer", reason: undefined };
    const news = [1, 2, 3].map((place) => ({
      ...received,
      _id: `n${place}`,
      at: NOW - place,
      notice: { ...notice, sampleId: `s${place}`, serialNumber: `S${place}` },
    }));
    await open({ news });
    expect(screen.getByText("and 2 other samples")).toBeTruthy();
  });

  test("samples that one person edited together are one piece of news, which links each", async () => {
    const news = [1, 2, 3].map((place) => ({
      ...received,
      _id: `n${place}`,
      at: NOW - place,
      notice: { ...edited, sampleId: `s${place}`, serialNumber: `S${place}` },
    }));
    await open({ news });
    const region = screen.getByRole("region", { name: "News" });
    expect(inNames(region)).toContain("Bruno Costa edited Nokia XR21 S1and 2 other samples");
    await userEvent.click(screen.getByText("and 2 other samples"));
    const links = within(region).getAllByRole("link", { name: "Nokia XR21" });
    const opened = links.map((link) => /sample=(\w+)/.exec(link.getAttribute("href") ?? "")?.[1]);
    expect(opened).toEqual(["s1", "s2", "s3"]);
  });

  test("the panel of the top bar holds five pieces of news, not five samples", async () => {
    const edits = Array.from({ length: 6 }, (_, place) => ({
      ...received,
      _id: `e${place}`,
      notice: { ...edited, sampleId: `s${place}`, serialNumber: `S${place}` },
    }));
    await open({ news: [...edits, received] }, [], <InboxNews />);
    const rowsOfPanel = screen.getAllByRole("listitem").map(inNames);
    expect(rowsOfPanel).toEqual([
      expect.stringContaining("Bruno Costa edited Nokia XR21 S0 and 5 other samples"),
      expect.stringContaining("Bruno Costa declined Nokia XR21 S9"),
    ]);
  });

  test("news with different texts about samples are not grouped", async () => {
    const transfer = { ...received.notice, step: "transfer", reason: undefined };
    const notices = [
      { ...transfer, recipient: to },
      { ...transfer, recipient: "lina.meyer@company.com" },
      edited,
      edited, // of the same sample, shortly before
      { ...edited, kind: "deleted" },
      { kind: "settings", changes: [{ field: "Role" }] },
      { kind: "settings", changes: [{ field: "Role" }] },
    ];
    await open({ news: notices.map((notice, at) => ({ ...received, _id: `n${at}`, notice })) });
    const region = screen.getByRole("region", { name: "News" });
    expect(within(region).getAllByRole("listitem")).toHaveLength(notices.length);
    expect(within(region).queryByText(/other sample/)).toBeNull();
  });

  test("the daily mail is turned off and on", async () => {
    const convex = await open({});
    await userEvent.click(screen.getByRole("button", { name: "Inbox settings" }));
    const digest = await screen.findByRole("menuitemcheckbox", {
      name: /^Mail me what is overdue/,
    });
    expect(digest.getAttribute("aria-checked")).toBe("true");
    await userEvent.click(digest);
    expect(convex.sent).toEqual([{ name: "inbox:muteDigest", args: { isMuted: true } }]);
  });
});
