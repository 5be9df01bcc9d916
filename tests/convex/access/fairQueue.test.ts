import { describe, expect, test } from "vitest";
import { FairQueue } from "../../../convex/lib/fairQueue";
import { Turns, type Place } from "../../../convex/lib/turns";

/** The order in which callers' passwords are hashed, and which of them are turned away. */

const at = (line: string, rank: Place["rank"] = "stranger"): Place => ({
  rank,
  line,
  site: line.split(".").slice(0, 3).join("."),
});

describe("a fair queue", () => {
  const filled = (maxItems: number, lines: readonly string[]) => {
    const queue = new FairQueue<string>(maxItems);
    const evicted = lines.map((line, index) => queue.add(at(line), `${line} #${index}`));
    return { queue, evicted: evicted.filter((item) => item !== null) };
  };
  const drained = (queue: FairQueue<string>) => {
    const items = [];
    for (let item = queue.next(); item !== undefined; item = queue.next()) items.push(item);
    return items;
  };

  test("gives each site one turn in a round, and each line one in its site's", () => {
    const lines = ["9.9.9.1", "9.9.9.1", "9.9.9.2", "9.9.9.1", "8.8.8.1", "8.8.8.1"];
    const { queue } = filled(10, lines);
    expect(drained(queue)).toEqual([
      "9.9.9.1 #0",
      "8.8.8.1 #4",
      "9.9.9.2 #2",
      "8.8.8.1 #5",
      "9.9.9.1 #1",
      "9.9.9.1 #3",
    ]);
    expect(queue.size).toBe(0);
  });

  test("a fair queue that is full drops the newest item of the largest line of the largest site", () => {
    const lines = ["9.9.9.1", "9.9.9.1", "9.9.9.2", "8.8.8.1"];
    const { queue, evicted } = filled(3, lines);
    expect(evicted).toEqual(["9.9.9.1 #1"]);
    expect(drained(queue)).toEqual(["9.9.9.1 #0", "8.8.8.1 #3", "9.9.9.2 #2"]);
  });

  test("turns a site's own newcomer away when no other site has more items", () => {
    const { queue, evicted } = filled(2, ["9.9.9.1", "8.8.8.1", "8.8.8.1", "9.9.9.1", "9.9.9.2"]);
    expect(evicted).toEqual(["8.8.8.1 #2", "9.9.9.1 #3", "9.9.9.2 #4"]);
    expect(queue.size).toBe(2);
  });

  test("keeps a place for each of many sites while one sends without end", () => {
    const { queue, evicted } = filled(300, Array<string>(1_000).fill("9.9.9.1"));
    expect(evicted).toHaveLength(700);
    for (let site = 0; site < 100; site++) {
      expect(queue.add(at(`8.8.${site}.1`), "theirs")).toContain("9.9.9.1");
    }
    expect(queue.size).toBe(300);
  });
});

describe("turns", () => {
  /** Jobs that end when the test says so, and the order in which they began. */
  class Works {
    readonly begun: string[] = [];
    readonly #ends = new Map<string, () => void>();

    add(turns: Turns, name: string, place: Place): Promise<string | null> {
      return turns.run(place, async () => {
        this.begun.push(name);
        await new Promise<void>((resolve) => this.#ends.set(name, resolve));
        return name;
      });
    }

    /** Ends one job, and lets the next one begin. */
    async end(name: string): Promise<void> {
      this.#ends.get(name)?.();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
  }

  test("are taken by a limited number at a time, and passed on when one ends", async () => {
    const [turns, works] = [new Turns(2, 10), new Works()];
    const all = ["a", "b", "c"].map((name) => works.add(turns, name, at("9.9.9.1")));
    expect(works.begun).toEqual(["a", "b"]);
    await works.end("b");
    expect(works.begun).toEqual(["a", "b", "c"]);
    await works.end("a");
    await works.end("c");
    expect(await Promise.all(all)).toEqual(["a", "b", "c"]);
  });

  test("go to known browsers, then to known networks, then to strangers", async () => {
    const [turns, works] = [new Turns(1, 10), new Works()];
    void works.add(turns, "running", at("9.9.9.1"));
    void works.add(turns, "stranger", at("9.9.9.1"));
    void works.add(turns, "network", at("8.8.8.1", "knownNetwork"));
    void works.add(turns, "browser", at("7.7.7.1", "knownBrowser"));
    for (const name of ["running", "browser", "network", "stranger"]) await works.end(name);
    expect(works.begun).toEqual(["running", "browser", "network", "stranger"]);
  });

  test("turn strangers away before their work begins, and none with a known browser", async () => {
    const [turns, works] = [new Turns(1, 300), new Works()];
    void works.add(turns, "running", at("9.9.9.1"));
    const strangers = Array.from({ length: 500 }, (_, number) =>
      works.add(turns, `stranger ${number}`, at(`9.9.9.${number}`)),
    );
    const known = works.add(turns, "known", at("9.9.9.1", "knownBrowser"));
    const away = strangers.slice(300);
    expect(await Promise.all(away)).toEqual(away.map(() => null));
    await works.end("running");
    expect(works.begun).toEqual(["running", "known"]);
    await works.end("known");
    expect(await known).toBe("known");
  });

  test("are for 300 people of one office who sign in at the same moment", async () => {
    const [turns, works] = [new Turns(1, 300), new Works()];
    const names = Array.from({ length: 301 }, (_, number) => `person ${number}`);
    const all = names.map((name) => works.add(turns, name, at("198.51.100.7")));
    for (const name of names) await works.end(name);
    expect(await Promise.all(all)).toEqual(names);
    expect(works.begun).toEqual(names);
  });

  test("pass on when work fails", async () => {
    const turns = new Turns(1, 10);
    const failing = turns.run(at("9.9.9.1"), () => Promise.reject(new Error("broken")));
    const next = turns.run(at("9.9.9.1"), () => Promise.resolve("next"));
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("next");
  });
});
