import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, person, TestDeployment } from "../support/testDeployment";

let app: TestDeployment;
beforeAll(async () => (app = await TestDeployment.open()));
afterAll(() => app.close());

const send = (channel: string, body: string) => app.mutation("messages:send", { channel, body });

describe("documents", () => {
  test("documents are inserted, read, patched, replaced and deleted", async () => {
    const id = await send("crud", "first");
    const created = await app.query("messages:get", { id });
    expect(created).toMatchObject({ _id: id, channel: "crud", body: "first" });

    await app.mutation("messages:edit", { id, body: "second", rank: 2 });
    expect(await app.query("messages:get", { id })).toMatchObject({ body: "second", rank: 2 });

    await app.mutation("messages:replace", { id, channel: "crud", body: "third" });
    const replaced = await app.query("messages:get", { id });
    expect(replaced).toMatchObject({ ...(created as object), body: "third" });
    expect(replaced).not.toHaveProperty("rank");

    await app.mutation("messages:remove", { id });
    expect(await app.query("messages:get", { id })).toBeNull();
  });

  test("a patch of undefined removes a field", async () => {
    const id = await send("unset", "x");
    await app.mutation("messages:edit", { id, rank: 1 });
    const { functions } = app.deployment;
    await functions.runMutation({
      path: "edges:unsetRank",
      args: { id: id as string },
      caller: ADMIN,
    });
    expect(await app.query("messages:get", { id })).not.toHaveProperty("rank");
  });

  test("documents are listed in index order, and read only as far as requested", async () => {
    for (const body of ["a", "b", "c"]) await send("order", body);
    const bodies = async (path: string, more = {}) =>
      ((await app.query(path, { channel: "order", ...more })) as { body: string }[]).map(
        ({ body }) => body,
      );
    expect(await bodies("messages:list")).toEqual(["a", "b", "c"]);
    expect(await bodies("messages:latest", { count: 2 })).toEqual(["c", "b"]);
    expect(await bodies("messages:latest", { count: 0 })).toEqual([]);
    expect(await bodies("messages:containing", { body: "b" })).toEqual(["b"]);
  });

  test("documents keep every kind of value", async () => {
    const value = {
      integer: 2n ** 62n,
      bytes: new Uint8Array([0, 255]).buffer,
      special: [NaN, -0, Infinity],
      text: "U+10000 \u{10000} and \u0000",
      nested: { list: [null, true, { deep: "yes" }] },
    };
    expect(await app.query("edges:echo", { value })).toEqual(value);
    await app.mutation("edges:store", { value });
  });

  test("a list's read set ends at the last row it took", async () => {
    for (const body of ["1", "2", "3"]) await send("reads", body);
    const latest = await app.deployment.functions.runQuery({
      path: "messages:latest",
      args: { channel: "reads", count: 1 },
      caller: ADMIN,
    });
    const touched: boolean[] = [];
    const stop = app.deployment.database.onCommit(({ keys }) =>
      touched.push(keys.some(({ index, key }) => latest.readSet.overlaps(index, key))),
    );
    const [oldest] = (await app.query("messages:list", { channel: "reads" })) as { _id: string }[];
    await app.mutation("messages:edit", { id: oldest?._id ?? "", body: "1 edited" });
    await send("other channel", "x");
    await send("reads", "4");
    stop();
    expect(touched).toEqual([false, false, true]);
  });
});

describe("ids", () => {
  test("normalizeId gives an id of the named table, or null", async () => {
    const id = await send("ids", "x");
    const counterId = await app.mutation("edges:store", { value: { a: 1 } });
    expect(await app.query("messages:normalize", { id })).toBe(id);
    expect(await app.query("messages:normalize", { id: counterId })).toBeNull();
    expect(await app.query("messages:normalize", { id: "nonsense" })).toBeNull();
  });

  test("an id of another table is refused as an argument", async () => {
    const other = await app.mutation("edges:store", { value: { a: 1 } });
    await expect(app.query("messages:get", { id: other })).rejects.toThrow(
      /ArgumentValidationError: Found ID ".+" from table `values`, which does not match/,
    );
  });
});

describe("who may call", () => {
  test("calling an internal function gives the public the same error as an unknown one", async () => {
    const refusal = (path: string) =>
      `Could not find public function for '${path}'. Did you forget to run \`npx convex dev\`?`;
    for (const path of ["messages:sendInternal", "messages:nothing", "nowhere:send"]) {
      await expect(app.mutation(path, { channel: "c", body: "b" })).rejects.toThrow(refusal(path));
    }
    await app.mutation("messages:sendInternal", { channel: "admin", body: "b" }, ADMIN);
    expect(await app.query("messages:list", { channel: "admin" })).toHaveLength(1);
  });

  test("a function can only be called as its own kind", async () => {
    await expect(app.query("messages:send", { channel: "c", body: "b" })).rejects.toThrow(
      "Trying to execute messages:send as Query, but it is defined as Mutation.",
    );
    const { functions } = app.deployment;
    expect(functions.kindOf("messages:send", person("ana"))).toBe("mutation");
    expect(functions.kindOf("messages.js:send", person("ana"))).toBe("mutation");
    expect(functions.kindOf("messages:sendInternal", person("ana"))).toBeNull();
    expect(functions.kindOf("messages:sendInternal", ADMIN)).toBe("mutation");
  });

  test("the caller's identity reaches the function, and marks its result as personal", async () => {
    const identity = await app.query("edges:whoAmI", {}, person("ana"));
    expect(identity).toEqual(person("ana").identity);
    expect(await app.query("edges:whoAmI")).toBeNull();
    expect(await app.query("nested:innerIdentity", {}, person("ben"))).toEqual(
      person("ben").identity,
    );
    const run = (path: string) =>
      app.deployment.functions.runQuery({ path, args: {}, caller: person("ana") });
    expect((await run("nested:innerIdentity")).sawIdentity).toBe(true);
    expect((await run("edges:logs")).sawIdentity).toBe(false);
  });
});
