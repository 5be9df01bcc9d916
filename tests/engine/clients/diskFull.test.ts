import { ConvexError } from "convex/values";
import { describe, expect, onTestFinished, test } from "vitest";
import { Heard, mutation, query, TestServer } from "./testServer";

/** A served deployment whose disk has as much room as the test says. */
async function serverWithDisk() {
  const disk = { freeBytes: 2 ** 40 };
  const server = await TestServer.start({}, { freeBytes: () => disk.freeBytes });
  onTestFinished(() => server.stop());
  return { server, disk };
}

const NOTHING_SAVED = {
  data: { code: "DISK_FULL", message: "The disk of the server is full: nothing was saved." },
};

describe("while the disk is full", () => {
  test("a live client is told so, keeps its socket, and goes on once there is room", async () => {
    const { server, disk } = await serverWithDisk();
    const client = server.client();
    const counts = new Heard<number>();
    client.onUpdate(query("messages:counter"), { name: "disk" }, counts.hear);
    const increment = () => client.mutation(mutation("messages:increment"), { name: "disk" });
    expect(await increment()).toBe(1);
    const { connectionCount } = client.connectionState();

    disk.freeBytes = 0;
    const refused = await Promise.allSettled([increment(), increment()]);
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ status: "rejected", reason: NOTHING_SAVED });
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(ConvexError);
    }
    expect(await client.query(query("messages:counter"), { name: "disk" })).toBe(1);

    disk.freeBytes = 2 ** 40;
    expect(await increment()).toBe(2);
    await counts.until((count) => count === 2);
    expect(counts.values).toEqual([0, 1, 2]);
    expect(client.connectionState().connectionCount).toBe(connectionCount);
  });

  test("a caller over HTTP is told so", async () => {
    const { server, disk } = await serverWithDisk();
    const client = server.httpClient();
    disk.freeBytes = 0;
    const increment = client.mutation(mutation("messages:increment"), { name: "http" });
    await expect(increment).rejects.toMatchObject(NOTHING_SAVED);
    expect(await client.query(query("messages:counter"), { name: "http" })).toBe(0);
  });
});
