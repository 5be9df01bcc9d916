import { setImmediate } from "node:timers/promises";
import { render } from "ink-testing-library";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { NO_SAMPLES } from "../../domain/statuses";
import { CliError, RateLimited } from "../../cli/errors";
import { Watch } from "../../cli/views/Watch";
import { eventLine, eventsBetween } from "../../cli/watch/events";
import {
  NOTHING_YET,
  openLiveInbox,
  type Watched,
  type WaitingItem,
} from "../../cli/watch/liveInbox";
import { serverWith } from "./serverWith";
import { built, sms } from "./sms";
import { eventually } from "../support/eventually";

beforeAll(built);

const item = (serialNumber: string, since = 1) =>
  ({
    sampleId: serialNumber,
    kind: "transfer",
    brand: "Acme",
    model: "A1",
    serialNumber,
    since,
    from: "ana@lab.example",
  }) as unknown as WaitingItem;

const watching = (...items: WaitingItem[]): Watched => ({
  isConnected: true,
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
  /** Types a key once React listens to keys, and waits until the screen shows what follows. */
  const press = async (key: string, expected: string) => {
    await setImmediate();
    screen.stdin.write(key);
    await expect.poll(screen.lastFrame).toContain(expected);
  };
  return { ...screen, actions, press };
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

  test("keeps the chosen sample while others come and go", async () => {
    const { press, rerender, lastFrame, actions } = open(watching(item("S1"), item("S2")));
    await press(DOWN, "❯ S2");
    rerender(<Watch state={watching(item("S2"), item("S3"))} title="ana" actions={actions} />);
    expect(lastFrame()).toContain("❯ S2");
  });

  test("says when there is no connection, and when nothing waits", () => {
    expect(open(NOTHING_YET).lastFrame()).toContain("no connection, trying again");
    expect(open(watching()).lastFrame()).toContain("Nothing waits for you");
  });
});

describe("the events of sms watch", () => {
  test("are what came, what was answered, and the connection", () => {
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

  test("tell a sample that is asked for once more as another arrival", () => {
    const [before, after] = [watching(item("S1", 1)), watching(item("S1", 2))];
    const events = eventsBetween(before, { ...after, counts: before.counts });
    expect(events.map(({ event }) => event)).toEqual(["answered", "waiting"]);
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
  const opened = (accessToken: () => Promise<string>) => {
    const states: Watched[] = [];
    const client = { url: "http://127.0.0.1:1", accessToken };
    const close = openLiveInbox(client, (state) => states.push(state));
    onTestFinished(close);
    return states;
  };

  test("ends with what happened", async () => {
    const failure = new CliError("The server failed: no such luck");
    const states = opened(() => Promise.reject(failure));
    await eventually(() => expect(states.at(-1)?.endedBy).toBe(failure));
  });

  test("asks again after a rate limit", async () => {
    const accessToken = vi.fn<() => Promise<string>>().mockRejectedValue(new RateLimited());
    const states = opened(accessToken);
    await eventually(() => expect(accessToken).toHaveBeenCalledTimes(2));
    expect(states.some(({ endedBy }) => endedBy !== null)).toBe(false);
  });
});
