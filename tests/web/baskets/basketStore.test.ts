import { describe, expect, test } from "vitest";
import { createBasketStore } from "@/lib/basketStore";
import { MAX_BASKET } from "#domain/baskets/baskets";

const ana = "ana@company.com";
const bob = "bob@company.com";

function aStorage(): Storage {
  window.sessionStorage.clear();
  return window.sessionStorage;
}

describe("a basket", () => {
  test("a stored basket survives a reload with its id, its step and its answers", () => {
    const storage = aStorage();
    const before = createBasketStore(storage);
    before.add(ana, ["S1", "S2"]);
    before.choose(ana, "transfer");
    before.answer(ana, { recipient: bob });
    expect(before.get(ana).asked).toMatchObject({ recipient: bob, reason: "" });
    expect(createBasketStore(storage).get(ana)).toEqual(before.get(ana));
  });

  test("the next person who signs in on the same tab has a separate basket", () => {
    const store = createBasketStore(aStorage());
    store.add(ana, ["S1"]);
    expect(store.get(bob).values).toEqual([]);
  });

  test(`a basket holds ${MAX_BASKET} values and reports how many did not fit`, () => {
    const store = createBasketStore(aStorage());
    const values = Array.from({ length: MAX_BASKET }, (_, index) => `S${index}`);
    expect(store.add(ana, values)).toBe(0);
    expect(store.add(ana, ["S0", "one", "two"])).toBe(2);
    expect(store.get(ana).values).toHaveLength(MAX_BASKET);
  });

  test("choosing another step drops the answers, choosing the same one keeps them", () => {
    const store = createBasketStore(aStorage());
    store.start(ana, ["S1"], "declineTransfer", { reason: "Wrong box" });
    store.choose(ana, "declineTransfer");
    expect(store.get(ana).asked.reason).toBe("Wrong box");
    store.choose(ana, "transfer");
    expect(store.get(ana).asked.reason).toBe("");
  });

  test("a basket's id changes with its samples and its step, not with its answers", () => {
    const store = createBasketStore(aStorage());
    const ids = [
      () => store.add(ana, ["S1", "S2"]),
      () => store.choose(ana, "declineTransfer"),
      () => store.remove(ana, ["S2"]),
      () => store.answer(ana, { reason: "Wrong box" }),
    ].map((change) => {
      change();
      return store.get(ana).id;
    });
    expect(new Set(ids).size).toBe(3);
    expect(ids[3]).toBe(ids[2]);
  });

  test("an emptied basket starts again, with no step and another id", () => {
    const store = createBasketStore(aStorage());
    store.start(ana, ["S1"], "transfer");
    const { id } = store.get(ana);
    store.remove(ana, ["S1"]);
    expect(store.get(ana)).toMatchObject({ values: [], step: null });
    expect(store.get(ana).id).not.toBe(id);
  });

  test.each([
    "",
    "{",
    "[]",
    '{"id":"x","values":[1],"step":null}',
    '{"id":"x","step":"sell"}',
    '{"id":"x","values":[],"step":null}',
  ])("a basket stored as %j counts as none", (text) => {
    const storage = aStorage();
    storage.setItem(`basket ${ana}`, text);
    expect(createBasketStore(storage).get(ana).values).toEqual([]);
  });

  test("a basket works if the browser stores nothing", () => {
    const off = () => {
      throw new Error("storage is off");
    };
    const store = createBasketStore({ ...aStorage(), getItem: off, setItem: off });
    store.add(ana, ["S1"]);
    expect(store.get(ana).values).toEqual(["S1"]);
  });
});
