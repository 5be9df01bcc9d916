/** "Download as JSON" on one's profile. */
import { getFunctionName, type FunctionReference } from "convex/server";
import { beforeEach, expect, test } from "vitest";
import { collectOwnData } from "../../../web/features/profile/ownData";

/** Names of the functions called, in order. */
let called: string[];
beforeEach(() => {
  called = [];
});

/** A client whose paginated queries have two pages. `refuse` may throw for a function's name. */
function clientThat(refuse: (name: string) => void) {
  const call = async (
    reference: FunctionReference<"query" | "mutation">,
    args: { paginationOpts?: { cursor: string | null } },
  ) => {
    const name = getFunctionName(reference);
    called.push(name);
    refuse(name);
    if (name === "exports:begin") return Promise.resolve("slot");
    if (args.paginationOpts === undefined) return Promise.resolve({});
    const isDone = args.paginationOpts.cursor !== null;
    return Promise.resolve({ page: [name], isDone, continueCursor: "next" });
  };
  return { query: call, mutation: call } as unknown as Parameters<typeof collectOwnData>[0];
}

test("a download of one's own data holds one of the person's export slots until it has read all pages", async () => {
  const data = await collectOwnData(
    clientThat(() => undefined),
    "ana",
  );
  expect(data.history).toEqual(["history:list", "history:list"]);
  expect([called.at(0), called.at(-1)]).toEqual(["exports:begin", "exports:end"]);
  expect(called.filter((name) => name.startsWith("exports:"))).toHaveLength(2);
});

test("a download of one's own data reads nothing while the person's other exports hold all slots", async () => {
  const client = clientThat((name) => {
    if (name === "exports:begin") throw new Error("EXPORTS_FULL");
  });
  await expect(collectOwnData(client, "ana")).rejects.toThrow("EXPORTS_FULL");
  expect(called).toEqual(["exports:begin"]);
});

test("a download of one's own data that fails releases its export slot", async () => {
  const client = clientThat((name) => {
    if (name === "history:list") throw new Error("offline");
  });
  await expect(collectOwnData(client, "ana")).rejects.toThrow("offline");
  expect(called.at(-1)).toBe("exports:end");
});
