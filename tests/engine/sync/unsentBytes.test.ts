import { describe, expect, test } from "vitest";
import { UnsentBytes } from "../../../engine/sync/unsentBytes";

/** A socket whose client reads only when the test tells it to. */
class Reader {
  bufferedAmount = 0;
  isEnded = false;

  constructor(readonly unsent: UnsentBytes) {
    unsent.open(this);
  }

  send(bytes: number): void {
    this.bufferedAmount += bytes;
    this.unsent.queued(bytes);
  }

  read(): void {
    this.unsent.sent(this.bufferedAmount);
    this.bufferedAmount = 0;
  }

  terminate(): void {
    this.isEnded = true;
    this.read();
  }
}

describe("bytes that clients have not received", () => {
  test("unsent bytes stay below their limit, however many clients do not read", () => {
    const unsent = new UnsentBytes(1_000);
    const readers = Array.from({ length: 20 }, () => new Reader(unsent));
    for (const reader of readers) reader.send(150);
    expect(unsent.total).toBeLessThanOrEqual(1_000);
    expect(readers.filter(({ isEnded }) => isEnded)).toHaveLength(14);
  });

  test("too many unsent bytes close the socket that holds the most, not one that reads", () => {
    const unsent = new UnsentBytes(1_000);
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
