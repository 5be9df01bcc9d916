import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { render } from "ink-testing-library";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { WebSocketServer } from "ws";
import { MESSAGES } from "#domain/common/messages";
import { NO_SAMPLES } from "#domain/custody/statuses";
import { CliError, RateLimited } from "../../cli/errors";
import { Watch } from "../../cli/views/Watch";
import { eventLine, eventsBetween } from "../../cli/watch/events";
import { eventPrinter } from "../../cli/watch/printEvents";
import {
  NOTHING_YET,
  openLiveInbox,
  type Watched,
  type WaitingItem,
} from "../../cli/watch/liveInbox";
import { serverWith } from "./support/serverWith";
import { built, sms } from "./support/sms";
import { eventually } from "../support/eventually";

beforeAll(built);

/** Time of the next key, epoch ms. */
let now = Date.now();
beforeEach(() => void vi.spyOn(Date, "now").mockImplementation(() => now));
afterEach(() => void vi.restoreAllMocks());

const item = (serialNumber: string, since = 1, kind = "transfer") =>
  ({
    sampleId: serialNumber,
    kind,
    brand: "Acme",
    model: "A1",
    serialNumber,
    since,
    from: "ana@lab.example",
  }) as unknown as WaitingItem;

const watching = (...items: WaitingItem[]): Watched => ({
  isConnected: true,
  isBlocked: false,
  counts: { scope: NO_SAMPLES, mine: NO_SAMPLES },
  waiting: { items, total: items.length },
  endedBy: null,
});

function open(state: Watched) {
  const done = (text: string) => Promise.resolve({ isDone: true, text });
  const actions = {
    receive: vi.fn((each: WaitingItem) => done(`received ${each.serialNumber}`)),
    decline: vi.fn((_each: WaitingItem, reason: string) => done(`declined: ${reason}`)),
    describe: vi.fn((each: WaitingItem) => Promise.resolve([`Serial: ${each.serialNumber}`])),
  };
  const screen = render(<Watch state={state} title="ana" actions={actions} />);
  /** Types keys once React listens to them, a second after the previous call. */
  const type = async (keys: string, gapMs = 0) => {
    await setImmediate();
    now += 1_000;
    for (const key of keys) {
      screen.stdin.write(key);
      now += gapMs;
    }
  };
  /** Types a key and waits until the screen shows what follows. */
  const press = async (key: string, expected: string) => {
    await setImmediate();
    now += 1_000;
    screen.stdin.write(key);
    await expect.poll(screen.lastFrame).toContain(expected);
  };
  return { ...screen, actions, press, type };
}

const DOWN = "\u001b[B";

describe("the screen of sms watch", () => {
  test("receives the chosen sample", async () => {
    const { actions, press } = open(watching(item("S1"), item("S2")));
    await press(DOWN, "❯ S2");
    await press("r", "received S2");
    expect(actions.receive).toHaveBeenCalledOnce();
  });

  test("declines with a reason, and not without one", async () => {
    const { actions, press } = open(watching(item("S1")));
    await press("d", "Why do you decline S1?");
    await press("\r", "Why do you decline S1?");
    await press("broken", "broken");
    await press("\r", "declined: broken");
    expect(actions.decline.mock.calls.map(([, reason]) => reason)).toEqual(["broken"]);
  });

  test("opens a sample's details, and Esc leads back", async () => {
    const { press } = open(watching(item("S1")));
    await press("\r", "Serial: S1");
    await press("\u001b", "1 waits for you");
  });

  test("confirms a loss from its details only", async () => {
    const { actions, press } = open(watching(item("S1", 1, "lost"), item("S2")));
    await press("r", "y: confirm the loss");
    expect(actions.receive).not.toHaveBeenCalled();
    await press("\u001b", "2 wait for you");
    await press("r", "Serial: S1");
    await press("y", "received S1");
    expect(actions.receive).toHaveBeenCalledOnce();
  });

  test("keeps the chosen sample while others come and go", async () => {
    const { press, rerender, lastFrame, actions } = open(watching(item("S1"), item("S2")));
    await press(DOWN, "❯ S2");
    rerender(<Watch state={watching(item("S2"), item("S3"))} title="ana" actions={actions} />);
    expect(lastFrame()).toContain("❯ S2");
  });

  test("moves to the sample in its place once the chosen one was answered", async () => {
    const { press, rerender, lastFrame, actions } = open(
      watching(item("S1"), item("S2"), item("S3")),
    );
    await press(DOWN, "❯ S2");
    await press("r", "received S2");
    rerender(<Watch state={watching(item("S1"), item("S3"))} title="ana" actions={actions} />);
    expect(lastFrame()).toContain("❯ S3");
    rerender(<Watch state={watching(item("S1"))} title="ana" actions={actions} />);
    expect(lastFrame()).toContain("❯ S1");
  });

  test("ignores other keys while a sample's details are loading", async () => {
    const { actions, press, stdin, lastFrame } = open(watching(item("S1", 1, "lost")));
    let arrive = (_lines: string[]) => {};
    actions.describe.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
    await press("\r", "❯ S1");
    await setImmediate();
    stdin.write("d");
    // Ink draws a few turns of the event loop later.
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    expect(lastFrame()).not.toContain("Why do you decline");
    arrive(["Serial: S1"]);
    await expect.poll(lastFrame).toContain("y: confirm the loss");
  });

  describe.each([0, 5, 60, 150])("a barcode reader at %i ms a key", (gapMs) => {
    test("chooses the sample, and takes no step with its letters", async () => {
      const { actions, type, lastFrame } = open(watching(item("S1"), item("drq-01r")));
      await type("drq-01r\r", gapMs);
      await expect.poll(lastFrame).toContain("❯ drq-01r");
      await type("rd0000", gapMs);
      await expect.poll(lastFrame).toContain("Nothing with the number rd0000 waits for you");
      expect([actions.receive.mock.calls, actions.decline.mock.calls]).toEqual([[], []]);
    });

    test("declines nothing by its Enter", async () => {
      const { actions, press, type, lastFrame } = open(watching(item("S1")));
      await press("d", "Why do you decline S1?");
      await type("P7K0007\r", gapMs);
      await expect.poll(lastFrame).toContain("Press it again");
      expect(actions.decline).not.toHaveBeenCalled();
      await press("\r", "declined: P7K0007");
    });
  });

  test("takes no step with a key that another one follows", async () => {
    const { actions, press, stdin, lastFrame } = open(watching(item("S1")));
    await press("r", "Receiving S1…");
    now += 399;
    stdin.write("j");
    await expect.poll(lastFrame).not.toContain("Receiving S1…");
    expect(actions.receive).not.toHaveBeenCalled();
  });

  test("says when there is no connection, and when nothing waits", () => {
    expect(open(NOTHING_YET).lastFrame()).toContain("no connection, trying again");
    expect(open(watching()).lastFrame()).toContain("Nothing is waiting for you");
  });
});

describe("the events of sms watch", () => {
  test("are arrivals, answers and changes of the connection", () => {
    const events = eventsBetween(watching(item("S1"), item("S2")), {
      ...watching(item("S2"), item("S3")),
      isConnected: false,
      counts: null,
    });
    expect(events.map(eventLine)).toEqual([
      "disconnected",
      "answered\tS1\tAcme A1\tIn Transit from ana@lab.example",
      "waiting\tS3\tAcme A1\tIn Transit from ana@lab.example",
    ]);
  });

  test("report a sample that is requested again as a new arrival", () => {
    const [before, after] = [watching(item("S1", 1)), watching(item("S1", 2))];
    const events = eventsBetween(before, { ...after, counts: before.counts });
    expect(events.map(({ event }) => event)).toEqual(["answered", "waiting"]);
  });
});

describe("the events of a list that is limited to the two oldest items", () => {
  /** Prints the states, each given as `total` and items. @returns the lines of each */
  function printed(...states: readonly [total: number, ...items: WaitingItem[]][]): string[][] {
    const lines: string[] = [];
    const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      lines.push(String(text).trim().split("\t").slice(1, 3).join(" "));
      return true;
    });
    onTestFinished(() => spy.mockRestore());
    const print = eventPrinter(false, () => 0);
    print(watching());
    return states.map(([total, ...items]) => {
      lines.length = 0;
      print({ ...watching(...items), counts: null, waiting: { items, total } });
      return [...lines];
    });
  }
  const [one, two, three] = [item("S1", 1), item("S2", 2), item("S3", 3)];
  const MORE = "truncated more than 2 wait: the others follow as these are answered";

  test("report once that more items wait, and add them as others are answered", () => {
    expect(printed([3, one, two], [4, one, two], [2, two, three])).toEqual([
      ["waiting S1", "waiting S2", MORE],
      [],
      ["answered S1", "waiting S3"],
    ]);
  });

  test("do not report an item pushed out by an older one as answered, nor as new when it returns", () => {
    expect(printed([2, two, three], [3, one, two], [2, two, three])).toEqual([
      ["waiting S2", "waiting S3"],
      ["waiting S1", MORE],
      ["answered S1"],
    ]);
  });

  test("report a pushed-out item as answered once the list has room for it", () => {
    expect(printed([2, two, three], [3, one, two], [1, two])).toEqual([
      ["waiting S2", "waiting S3"],
      ["waiting S1", MORE],
      ["answered S1", "answered S3"],
    ]);
  });

  test("report an item that is missing before the end of the list as answered", () => {
    expect(printed([3, one, two], [3, one, three])).toEqual([
      ["waiting S1", "waiting S2", MORE],
      ["answered S2", "waiting S3"],
    ]);
  });
});

test("sms watch exits with 3 without a server, and with 1 once the session is over", async () => {
  const { env } = await serverWith({ "users:viewer": { value: null } });
  expect(await sms(["watch"], env)).toMatchObject({ code: 1 });
  expect(await sms(["watch"], { ...env, SMS_URL: "http://127.0.0.1:9" })).toMatchObject({
    code: 3,
  });
});

describe("the live connection", () => {
  const opened = (accessToken: () => Promise<string>, url = "http://127.0.0.1:1") => {
    const states: Watched[] = [];
    const client = { url, accessToken };
    const close = openLiveInbox(client, (state) => states.push(state));
    onTestFinished(close);
    return states;
  };

  test("ends with the reason", async () => {
    const failure = new CliError("The server failed: no such luck");
    const states = opened(() => Promise.reject(failure));
    await eventually(() => expect(states.at(-1)?.endedBy).toBe(failure));
  });

  test("names a proxy that lets requests pass and blocks sockets, until it lets one pass", async () => {
    const server = createServer((_request, response) => response.end("1.0")).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    onTestFinished(() => server.closeAllConnections());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const states = opened(() => Promise.resolve("token"), `http://127.0.0.1:${port}`);
    await eventually(() => expect(states.at(-1)?.isBlocked).toBe(true));
    const events = states.flatMap((state, at) =>
      eventsBetween(states[at - 1] ?? NOTHING_YET, state),
    );
    expect(events.map(eventLine)).toEqual([`blocked\t${MESSAGES.socketBlocked}`]);
    expect(open(states.at(-1)!).lastFrame()?.replace(/\s+/g, " ")).toContain(
      MESSAGES.socketBlocked,
    );

    server.on("upgrade", (request, socket) =>
      new WebSocketServer({ noServer: true }).handleUpgrade(
        request,
        socket,
        Buffer.alloc(0),
        () => undefined,
      ),
    );
    await eventually(() =>
      expect(states.at(-1)).toMatchObject({ isConnected: true, isBlocked: false }),
    );
  });

  test("is named as blocked once, not with each change after", () => {
    const blocked = { ...NOTHING_YET, isBlocked: true };
    expect(eventsBetween(NOTHING_YET, blocked)).toHaveLength(1);
    expect(eventsBetween(blocked, { ...blocked })).toEqual([]);
  });

  test("blames no proxy while the server itself is away", async () => {
    const retried = vi.spyOn(globalThis, "fetch");
    const states = opened(() => Promise.resolve("token"));
    await eventually(() => expect(retried).toHaveBeenCalledTimes(2));
    await Promise.allSettled(retried.mock.results.map(({ value }) => value as Promise<unknown>));
    expect(states.some(({ isBlocked }) => isBlocked)).toBe(false);
  });

  test("retries after a rate limit", async () => {
    const accessToken = vi.fn<() => Promise<string>>().mockRejectedValue(new RateLimited());
    const states = opened(accessToken);
    await eventually(() => expect(accessToken).toHaveBeenCalledTimes(2));
    expect(states.some(({ endedBy }) => endedBy !== null)).toBe(false);
  });
});
