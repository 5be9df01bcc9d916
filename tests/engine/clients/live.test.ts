import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Heard, mutation, query, TestServer } from "./testServer";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

describe("a live query", () => {
  test("hears of another client's mutation", async () => {
    const [reader, writer] = [server.client(), server.client()];
    const counts = new Heard<number>();
    reader.onUpdate(query("messages:counter"), { name: "shared" }, counts.hear);
    await counts.until((count) => count === 0);
    expect(await writer.mutation(mutation("messages:increment"), { name: "shared" })).toBe(1);
    await counts.until((count) => count === 1);
  });
});
