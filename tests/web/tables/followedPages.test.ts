import { ConvexError } from "convex/values";
import { expect, test, vi } from "vitest";
import { FollowedPages, type ChangesQuery } from "@/lib/tables/followedPages";
import { LivePages, type PageQuery, type QueryWatcher } from "@/lib/tables/livePages";
import { api } from "../../../convex/_generated/api";

type Row = { readonly _id: string; readonly text: string };
type Asked = { since?: { heads: number[] } | null; paginationOpts?: { cursor: string | null } };

const PLACE = { runId: "run", heads: [7] };
const rowsOf = (ids: string) => ids.split("").map((_id) => ({ _id, text: "" }));
const rowsAfter = (ids: string, cursor: string | null = null) => ({
  page: rowsOf(ids),
  isDone: cursor === null,
  continueCursor: cursor ?? "end",
});
const changesTo = (ids: string, left: string[] = []) => ({
  place: PLACE,
  rows: rowsOf(ids),
  left,
  isDone: true,
});

/** A client whose answers the test gives, watch by watch, in any order. */
class Answers {
  readonly #watches: { asked: string; set: (result: unknown) => void }[] = [];

  readonly watcher: QueryWatcher = {
    watchQuery: ((_query: unknown, { since, paginationOpts }: Asked) => {
      let result: unknown;
      const asked =
        paginationOpts === undefined
          ? `since ${since?.heads.join() ?? "nothing"}`
          : `page ${paginationOpts.cursor ?? "first"}`;
      return {
        onUpdate: (notify: () => void) => {
          const set = (next: unknown) => {
            result = next;
            notify();
          };
          const watch = { asked, set };
          this.#watches.push(watch);
          return () => void this.#watches.splice(this.#watches.indexOf(watch), 1);
        },
        localQueryResult: () => {
          if (result instanceof Error) throw result;
          return result;
        },
        journal: () => undefined,
      };
    }) as unknown as QueryWatcher["watchQuery"],
  };

  get asked(): string[] {
    return this.#watches.map(({ asked }) => asked);
  }

  give(asked: string, result: unknown): void {
    const watch = this.#watches.find((each) => each.asked === asked);
    if (watch === undefined) throw new Error(`Nobody asks for ${asked}: ${this.asked.join("; ")}`);
    watch.set(result);
  }
}

function open(reach = 100) {
  const answers = new Answers();
  const { watcher } = answers;
  const followed = new FollowedPages<Row>({
    watcher,
    changes: api.teamFeed.changes as unknown as ChangesQuery<Row>,
    has: () => true,
    openPages: (onPages) => [
      new LivePages<Row>(watcher, api.samples.list as unknown as PageQuery<Row>, {}, 2, onPages),
    ],
    reach,
    onChange: vi.fn(),
  });
  const shown = () => followed.parts.flatMap(({ rows }) => rows.map(({ _id }) => _id)).join("");
  return { answers, followed, shown };
}

/** Opens pages whose rows have arrived and whose changes are subscribed to. */
function openFollowing(reach?: number) {
  const opened = open(reach);
  opened.answers.give("page first", rowsAfter("ab"));
  opened.answers.give("since nothing", changesTo(""));
  opened.answers.give("since 7", changesTo(""));
  expect(opened.answers.asked).toEqual(["since 7"]);
  return opened;
}

test("pages whose cursors ended supply no row until all have arrived again", () => {
  const { answers, followed, shown } = open();
  answers.give("page first", rowsAfter("ab", "b"));
  followed.loadMore(2);
  answers.give("page b", rowsAfter("d")); // c falls between the pages
  answers.give("since nothing", changesTo(""));
  expect(answers.asked).toEqual(["page first", "page b", "since 7"]);
  answers.give("page b", new ConvexError({ paginationError: "InvalidCursor" }));
  answers.give("since 7", changesTo(""));
  answers.give("page first", rowsAfter("abcd"));
  answers.give("since 7", changesTo(""));
  expect(answers.asked).toEqual(["since 7"]);
  expect(shown()).toBe("abcd");
});

test("changes are subscribed to from a time at which pages rest", () => {
  const { answers, followed, shown } = open();
  answers.give("page first", rowsAfter("ab"));
  answers.give("since nothing", changesTo(""));
  answers.give("page first", rowsAfter("a"));
  followed.rest();
  answers.give("since 7", changesTo("c", ["b"]));
  expect(answers.asked).toEqual(["since 7"]);
  expect(shown()).toBe("ac");
});

test("rows remain visible while pages are reloaded, and are stale until all have arrived", () => {
  const { answers, followed, shown } = openFollowing();
  answers.give("since 7", changesTo("c"));
  answers.give("since 7", null);
  expect(answers.asked).toEqual(["page first", "since nothing"]);
  answers.give("page first", rowsAfter("ab", "b"));
  expect({ shown: shown(), isStale: followed.isStale }).toEqual({ shown: "abc", isStale: true });
  followed.loadMore(2);
  answers.give("page b", rowsAfter("d"));
  expect({ shown: shown(), isStale: followed.isStale }).toEqual({ shown: "abd", isStale: false });
});

test("rows that are withdrawn disappear at once", () => {
  const { answers, followed, shown } = openFollowing();
  answers.give("since 7", "withdrawn");
  expect({ shown: shown(), isDone: followed.isDone }).toEqual({ shown: "", isDone: false });
  answers.give("since nothing", "withdrawn");
  answers.give("page first", rowsAfter("b"));
  expect(shown()).toBe("b");
  expect(answers.asked).toEqual(["page first", "since nothing"]);
});

test("more rows than the limit are not reloaded in the background", () => {
  const { answers, followed, shown } = openFollowing(2);
  answers.give("since 7", changesTo("c"));
  answers.give("since 7", null);
  answers.give("page first", rowsAfter("ab", "b"));
  expect({ shown: shown(), isBehind: followed.isBehind }).toEqual({ shown: "ab", isBehind: false });
});

test("a long answer is requested again from its end once it returns", () => {
  const { answers, shown } = openFollowing();
  const many = "abcdefghijklmnopqrstu";
  answers.give("since 7", { ...changesTo(many), place: { runId: "run", heads: [8] } });
  expect(answers.asked).toEqual(["since 8"]);
  answers.give("since 8", { ...changesTo(many), place: { runId: "run", heads: [9] } });
  expect(answers.asked).toEqual(["since 8"]);
  answers.give("since 8", { ...changesTo("", ["a"]), place: { runId: "run", heads: [9] } });
  expect(shown()).toBe(many.slice(1));
});
