import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PeopleStore } from "@/lib/people/peopleStore";
import { AVATAR_HUES, avatarHue } from "@/lib/people/avatarHue";
import { nameFromEmail } from "#domain/people/people";
import { FakeConvex } from "../../support/web/fakeConvex";

const ana = "ana.lima@company.com";
const bob = "bob@company.com";
const named = (email: string, displayName: string) => ({ email, displayName, photoURL: "" });

/** A server that knows everybody by "Name of …", and the addresses of each query it was asked. */
function server() {
  const asked: string[][] = [];
  const convex = new FakeConvex().answer("people:names", ({ emails }) => {
    asked.push(emails as string[]);
    return (emails as string[]).map((email) => named(email, `Name of ${email}`));
  });
  return { convex, asked, store: new PeopleStore(convex.asClient()) };
}

describe("names of people on screen", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("are asked for together, each address once", () => {
    const { store, asked } = server();
    for (const email of [ana, bob, ana]) store.subscribe(email, () => undefined);
    vi.runAllTimers();
    expect(asked).toEqual([[ana, bob]]);
    expect(store.get(ana).name).toBe(`Name of ${ana}`);
  });

  test("read like the address until the server answered, and where it knows nobody", () => {
    const { store } = server();
    expect(store.get(ana).name).toBe("Ana Lima");
    const nobody = new PeopleStore(new FakeConvex().answer("people:names", () => []).asClient());
    nobody.subscribe(ana, () => undefined);
    vi.runAllTimers();
    expect(nobody.get(ana).name).toBe("Ana Lima");
  });

  test("names of people that one screen has learned appear immediately on the next", () => {
    const { store } = server();
    store.subscribe(ana, () => undefined)();
    const leave = store.subscribe(bob, () => undefined);
    vi.runAllTimers();
    leave();
    store.subscribe(ana, () => undefined);
    vi.runAllTimers();
    expect(store.get(bob).name).toBe(`Name of ${bob}`);
  });

  test("change on screen when the server says so, and tell nobody else", () => {
    const { convex, store } = server();
    const onAna = vi.fn();
    const onBob = vi.fn();
    store.subscribe(ana, onAna);
    store.subscribe(bob, onBob);
    vi.runAllTimers();
    onAna.mockClear();
    onBob.mockClear();
    const before = store.get(bob);
    convex.answer("people:names", () => [named(ana, "Ana Maria"), named(bob, `Name of ${bob}`)]);
    expect(store.get(ana).name).toBe("Ana Maria");
    expect(onAna).toHaveBeenCalledTimes(1);
    expect(onBob).not.toHaveBeenCalled();
    expect(store.get(bob)).toBe(before);
  });

  test("names of people on screen of many screens are gathered into few live queries", () => {
    const { store, asked } = server();
    for (let index = 0; index < 40; index += 1) {
      store.subscribe(`p${index}@company.com`, () => undefined);
      vi.runAllTimers();
    }
    const gathered = asked.filter(({ length }) => length > 1);
    expect(gathered.length).toBeGreaterThan(0);
    expect(Math.max(...asked.map(({ length }) => length))).toBeGreaterThan(30);
  });

  test("are forgotten when somebody else looks at the page", () => {
    const { store } = server();
    const leave = store.subscribe(bob, () => undefined);
    vi.runAllTimers();
    leave();
    store.clear();
    expect(store.get(bob).name).toBe("Bob");
  });

  test("a server that refuses leaves names as they were", () => {
    const refusing = new FakeConvex().answer("people:names", () => {
      throw new Error("Please sign in.");
    });
    const store = new PeopleStore(refusing.asClient());
    store.subscribe(bob, () => undefined);
    vi.runAllTimers();
    expect(store.get(bob).name).toBe("Bob");
  });
});

test.each([
  ["ana.lima@company.com", "Ana Lima"],
  ["bob@company.com", "Bob"],
  ["j-p_de.souza+lab@company.com", "J P De Souza Lab"],
  ["@company.com", "@company.com"],
])("the address %s reads '%s'", (email, name) => {
  expect(nameFromEmail(email)).toBe(name);
});

test("people's avatars differ in hue, and each person's is always the same", () => {
  const hues = Array.from({ length: 200 }, (_, index) => avatarHue(`p${index}@company.com`));
  expect(new Set(hues)).toEqual(new Set(AVATAR_HUES));
  expect(avatarHue(ana)).toBe(avatarHue(ana));
});
