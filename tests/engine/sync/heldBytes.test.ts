import { describe, expect, test } from "vitest";
import { Arriving, ArrivingBytes, HeldBytes } from "../../../engine/sync/heldBytes";

/** A socket whose client reads only when the test tells it to. */
class Reader {
  bufferedAmount = 0;
  isEnded = false;

  constructor(readonly unsent: HeldBytes) {
    unsent.open(this);
  }

  send(bytes: number): void {
    this.bufferedAmount += bytes;
    this.unsent.hold(bytes);
  }

  read(): void {
    this.unsent.release(this.bufferedAmount);
    this.bufferedAmount = 0;
  }

  terminate(): void {
    this.isEnded = true;
    this.read();
  }
}

describe("bytes that clients have not received", () => {
  test("unsent bytes stay below their limit, however many clients do not read", () => {
    const unsent = new HeldBytes(1_000);
    const readers = Array.from({ length: 20 }, () => new Reader(unsent));
    for (const reader of readers) reader.send(150);
    expect(unsent.total).toBeLessThanOrEqual(1_000);
    expect(readers.filter(({ isEnded }) => isEnded)).toHaveLength(14);
  });

  test("too many unsent bytes close the socket that holds the most, not one that reads", () => {
    const unsent = new HeldBytes(1_000);
    const [slow, quick] = [new Reader(unsent), new Reader(unsent)];
    slow.send(600);
    for (let i = 0; i < 10; i++) {
      quick.send(300);
      quick.read();
    }
    quick.send(401);
    expect([slow.isEnded, quick.isEnded]).toEqual([true, false]);
  });
});

describe("frames and bodies that have not arrived completely", () => {
  const VISITOR = { isAnonymous: true };
  const ACCOUNT = { isAnonymous: false };

  /** Incomplete frames; the names of those whose connection was ended are in `ended`. */
  function arriving(...names: string[]) {
    const ended: string[] = [];
    const frames = names.map((name) => new Arriving(() => ended.push(name)));
    return { frames, ended };
  }

  test("too many of them end the connection with the most, and those of visitors no account's", () => {
    const bytes = new ArrivingBytes({ visitors: 1_000, accounts: 2_000 });
    const { frames, ended } = arriving("account", "small", "large", "next");
    const [account, small, large, next] = frames;
    account?.add(1_500, bytes.of(ACCOUNT));
    small?.add(300, bytes.of(VISITOR));
    large?.add(600, bytes.of(VISITOR));
    next?.add(200, bytes.of(VISITOR));
    expect(ended).toEqual(["large"]);
    expect(bytes.of(VISITOR).total).toBe(500);
  });

  test("a complete one leaves nothing, and one whose client signs in counts as its account's", () => {
    const bytes = new ArrivingBytes({ visitors: 1_000, accounts: 2_000 });
    const { frames, ended } = arriving("frame");
    const [frame] = frames;
    frame?.add(900, bytes.of(VISITOR));
    frame?.add(900, bytes.of(ACCOUNT));
    expect([bytes.of(VISITOR).total, bytes.of(ACCOUNT).total]).toEqual([0, 1_800]);
    frame?.clear();
    expect(bytes.of(ACCOUNT).total).toBe(0);
    expect(ended).toEqual([]);
  });
});
