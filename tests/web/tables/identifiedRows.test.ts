import { describe, expect, test } from "vitest";
import { FallbackStore } from "@/lib/tables/fallbackStore";
import { liveSamples } from "@/lib/tables/liveSamples";
import { UNOPENED, type MapStore, type RowChange, type TableView } from "@/lib/tables/rowStore";
import { openSamples } from "@/lib/tables/sampleStore";
import type { SampleRow } from "#domain/samples/compactRows";
import { isNamedBy } from "#domain/identifiers/identifierLookup";
import { scopesToShow } from "#domain/samples/lists";
import { listSort } from "#domain/samples/listViews";
import type { Role } from "#domain/custody/workflow";
import type { TableQuery } from "#domain/tables/tableFilters";
import { eventually } from "../../support/eventually";
import { FakeConvex } from "../../support/web/fakeConvex";
import { answerSamples } from "../../support/web/samplePages";
import { aSample } from "../../support/web/webSamples";

/** The rows with a searched identifier, while a list has not loaded all its rows. */

/** The last row of the list: no page has it before all others have arrived. */
const last = aSample({
  serialNumber: "R5CT10ABCDE",
  imei1: "357309117710016",
  imei2: "357309117710024",
  inTransitDate: 1,
});
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => aSample({ inTransitDate: 1_000_000 - index }));

/** Every other spelling is a line of tests/support/identifierSpellings.ts. */
const SPELLINGS = ["R5CT10ABCDE", "IMEI 2: 35-730911-771002-4", "]C0s/n r5ct10abcde\r"];

const SCOPES = { user: "mine", supervisor: "team", admin: "all" } as const;
const person = (role: Role) => ({ email: `${role}@company.com`, role });

/** A server with `rows`, all in the scope of `role`, that identifies samples by any spelling. */
function serverOf(rows: readonly SampleRow[], role: Role) {
  const texts: string[] = [];
  const server = answerSamples(new FakeConvex(), rows, SCOPES[role]);
  server.answer("samples:identified", ({ text }) => {
    texts.push(String(text));
    return rows.filter((row) => isNamedBy(row, String(text)));
  });
  return { server, texts };
}

function viewOf(search: string, conditions: TableQuery["conditions"] = []): TableView {
  return { base: [], query: { search, conditions }, sort: listSort("transfer") };
}
const found = async (store: MapStore<SampleRow>, search: string) =>
  (await store.ask({ kind: "window", view: viewOf(search), from: 0, before: 10 })).rows.map(
    ({ serialNumber }) => serialNumber,
  );

/** Opens a person's list whose last row has not arrived. */
function open(role: Role, { server }: ReturnType<typeof serverOf>) {
  return openSamples(server.asClient(), person(role), "transfer", "everything").store;
}

/** A copy that has loaded some rows. */
const loadingCopy = {
  subscribe: () => () => undefined,
  getState: () => ({ ...UNOPENED, loaded: 400, expected: 901 }),
  onChanges: () => () => undefined,
} as unknown as MapStore<SampleRow>;

type Opened = { readonly store: MapStore<SampleRow>; readonly texts: readonly string[] };

/** Opens lists that have loaded only part of their rows, by the reason. */
const INCOMPLETE: Record<string, () => Opened> = {
  "an admin's browser loads its first copy": () => {
    const { server, texts } = serverOf([...others(900), last], "admin");
    const scopes = scopesToShow("admin", "transfer");
    const part = { list: "transfer", scopes, isOverdue: false } as const;
    const live = liveSamples(server.asClient(), "admin", part);
    return { store: new FallbackStore(live, loadingCopy), texts };
  },
  "an admin's browser can have no copy": () => {
    const lab = serverOf([...others(900), last], "admin");
    return { store: open("admin", lab), texts: lab.texts };
  },
  "a supervisor's pages arrive": () => {
    const lab = serverOf([...others(900), last], "supervisor");
    const [page, empty] = [others(20), { page: [], isDone: true, continueCursor: "" }];
    lab.server.answer("samples:list", ({ scope, status, paginationOpts }) => {
      if (scope !== "team" || status !== last.status) return empty;
      const { cursor } = paginationOpts as { cursor: string | null };
      // The second page never arrives.
      return cursor === null ? { page, isDone: false, continueCursor: "20" } : undefined;
    });
    return { store: open("supervisor", lab), texts: lab.texts };
  },
  "a user's list waits at its limit": () => {
    const lab = serverOf([...others(15_500), last], "user");
    return { store: open("user", lab), texts: lab.texts };
  },
};

describe.each(Object.entries(INCOMPLETE))("while %s", (_reason, opened) => {
  test("a search finds a sample by any spelling of its identifiers", async () => {
    const { store } = opened();
    store.subscribe(() => undefined);
    await eventually(() => expect(store.getState().isReady).toBe(true));
    expect(await found(store, "")).not.toContain(last.serialNumber);
    for (const text of SPELLINGS) {
      await eventually(async () =>
        expect([text, await found(store, text)]).toEqual([text, [last.serialNumber]]),
      );
    }
    expect(store.getState().isComplete).toBe(false);
  });
});

describe("a list with a searched identifier", () => {
  test("asks the server for nothing once it has all rows", async () => {
    const { server, texts } = serverOf([...others(300), last], "user");
    const store = open("user", { server, texts });
    store.subscribe(() => undefined);
    await eventually(() => expect(store.getState().isComplete).toBe(true));
    expect(await found(store, last.serialNumber)).toEqual([last.serialNumber]);
    expect(texts).toEqual([]);
  });

  test("applies its filters to the row, too", async () => {
    const { store } = INCOMPLETE["an admin's browser can have no copy"]!();
    store.subscribe(() => undefined);
    await eventually(async () => expect(await found(store, last.serialNumber)).toHaveLength(1));
    const filter = { kind: "select", field: "brand", anyOf: ["Oppo"] } as const;
    const view = viewOf(last.serialNumber, [filter]);
    expect(await store.ask({ kind: "window", view, from: 0, before: 10 })).toMatchObject({
      total: 0,
    });
  });

  test("has the row while it is searched, and reports its changes only", async () => {
    const rows = [...others(900), last];
    const { server, texts } = serverOf(rows, "admin");
    const store = open("admin", { server, texts });
    const changes: RowChange<SampleRow>[] = [];
    store.onChanges((some) => changes.push(...some));
    store.subscribe(() => undefined);
    await eventually(async () => expect(await found(store, last.serialNumber)).toHaveLength(1));
    const { loaded } = store.getState();
    expect(changes).toEqual([]);

    const moved = { ...last, city: "Campinas" };
    server.answer("samples:identified", () => [moved]);
    await eventually(() => expect(changes).toEqual([{ before: last, after: moved }]));
    server.answer("samples:identified", () => []); // it left the list
    await eventually(() => expect(changes.slice(1)).toEqual([{ before: moved }]));
    server.answer("samples:identified", () => [last]);
    await eventually(async () => expect(await found(store, last.serialNumber)).toHaveLength(1));
    changes.length = 0;

    await found(store, "");
    await eventually(async () =>
      expect((await store.ask({ kind: "rowsOf", ids: [last._id] })).rows).toEqual([]),
    );
    expect([changes, store.getState().loaded]).toEqual([[], loaded]);
  });

  test("asks for one text at a time while it is typed", async () => {
    const { server, texts } = serverOf([...others(900), last], "admin");
    const store = open("admin", { server, texts });
    store.subscribe(() => undefined);
    await eventually(() => expect(store.getState().isReady).toBe(true));
    const asked: string[] = [];
    server.answer("samples:identified", ({ text }) => void asked.push(String(text)));
    for (let end = 1; end <= last.serialNumber.length; end++) {
      await found(store, last.serialNumber.slice(0, end));
    }
    expect(new Set(asked)).toEqual(new Set(["R5CT"]));
    server.answer("samples:identified", ({ text }) => {
      asked.push(String(text));
      return text === last.serialNumber ? [last] : [];
    });
    await eventually(async () => expect(await found(store, last.serialNumber)).toHaveLength(1));
    expect(new Set(asked)).toEqual(new Set(["R5CT", last.serialNumber]));
  });

  test("still searches its loaded rows if the server refuses to look the identifier up", async () => {
    const rows = [...others(900), last];
    const { server, texts } = serverOf(rows, "admin");
    server.answer("samples:identified", () => {
      throw new Error("TOO_MANY_CALLS");
    });
    const store = open("admin", { server, texts });
    store.subscribe(() => undefined);
    await eventually(() => expect(store.getState().isReady).toBe(true));
    const [first] = rows;
    expect(await found(store, first!.serialNumber)).toEqual([first!.serialNumber]);
    expect(store.getState().error).toBeNull();
  });
});
