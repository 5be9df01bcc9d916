import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ConvexError } from "convex/values";
import { describe, expect, onTestFinished, test } from "vitest";
import { damageText } from "../support/damageText";
import { Heard, mutation, query, TestServer } from "./testServer";

/** A served deployment whose disk has as much room as the test sets. */
async function serverWithDisk() {
  const disk = { freeBytes: 2 ** 40 };
  const server = await TestServer.start({}, { freeBytes: () => disk.freeBytes });
  onTestFinished(() => server.stop());
  return { server, disk };
}

/** A served deployment that has found a damaged document. */
async function damagedServer() {
  const server = await TestServer.start();
  onTestFinished(() => server.stop());
  const { dataDir } = server.app;
  for (const channel of ["damaged", "whole"]) {
    await server.app.mutation("messages:send", { channel, body: `text of ${channel}` });
  }
  await server.unplug();
  await server.deployment.close();
  damageText(join(dataDir, "store/documents.mdb"), "text of damaged");
  server.app = await server.app.reopen();
  await server.listen();
  return server;
}

const NOTHING_SAVED = {
  data: { code: "DISK_FULL", message: "The disk of the server is full: nothing was saved." },
};
const DATA_DAMAGED = {
  data: { code: "DATA_DAMAGED", message: "The data of the server are damaged: nothing was saved." },
};

describe("while the disk is full", () => {
  test("while the disk is full, a live client gets DISK_FULL, keeps its socket, and recovers", async () => {
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

  test("while the disk is full, a caller over HTTP gets DISK_FULL", async () => {
    const { server, disk } = await serverWithDisk();
    const client = server.httpClient();
    disk.freeBytes = 0;
    const increment = client.mutation(mutation("messages:increment"), { name: "http" });
    await expect(increment).rejects.toMatchObject(NOTHING_SAVED);
    expect(await client.query(query("messages:counter"), { name: "http" })).toBe(0);
  });

  test("while the disk is full, an upload is refused and leaves nothing on disk", async () => {
    const { server, disk } = await serverWithDisk();
    const upload = async () => {
      const url = server.deployment.files.createUploadUrl();
      const response = await fetch(url, { method: "POST", body: "content" });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    disk.freeBytes = 0;
    expect(await upload()).toEqual([507, "InsufficientStorage"]);
    // The content has room, but the commit of its row has none.
    disk.freeBytes = 64 * 2 ** 20 + 100;
    expect(await upload()).toEqual([507, "InsufficientStorage"]);
    expect(await readdir(join(server.app.dataDir, "files"))).toEqual(["incoming"]);
    expect(await readdir(join(server.app.dataDir, "files/incoming"))).toEqual([]);
    disk.freeBytes = 2 ** 40;
    expect(await upload()).toEqual([200, undefined]);
  });
});

describe("once a read has found damage", () => {
  test("after damage was found, a live client gets DATA_DAMAGED, keeps its socket, and reads the rest", async () => {
    const server = await damagedServer();
    const client = server.client();
    const list = (channel: string) => client.query(query("messages:list"), { channel });
    await expect(list("damaged")).rejects.toThrow("Server Error");
    const { connectionCount } = client.connectionState();
    const message = { channel: "new", body: "new" };
    await expect(client.mutation(mutation("messages:send"), message)).rejects.toMatchObject(
      DATA_DAMAGED,
    );
    expect(await list("whole")).toHaveLength(1);
    expect(await list("new")).toEqual([]);
    expect(client.connectionState().connectionCount).toBe(connectionCount);
  });

  test("after damage was found, a caller over HTTP gets DATA_DAMAGED", async () => {
    const server = await damagedServer();
    const client = server.httpClient();
    const list = client.query(query("messages:list"), { channel: "damaged" });
    await expect(list).rejects.toThrow("Server Error");
    const sending = client.mutation(mutation("messages:send"), { channel: "new", body: "new" });
    await expect(sending).rejects.toMatchObject(DATA_DAMAGED);
  });
});
