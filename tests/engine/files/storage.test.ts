import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { streamBackup } from "../../../engine/backup";
import { DigestMismatch, FileTooLarge, type OpenedFile } from "../../../engine/files/storage";
import { verifyFiles } from "../../../engine/files/verifyFiles";
import { TestDeployment } from "../support/testDeployment";

let app: TestDeployment;
beforeAll(async () => (app = await TestDeployment.open()));
afterAll(() => app.close());

const bytes = (text: string) => [Buffer.from(text)];
const store = (text: string, contentType: string | null = "text/plain") =>
  app.deployment.files.store(bytes(text), { contentType });
const sha256 = (text: string, encoding: "base64" | "hex") =>
  createHash("sha256").update(text).digest(encoding);

async function uuidOf(id: string): Promise<string> {
  const url = (await app.query("files:url", { id })) as string;
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3210\/api\/storage\/[0-9a-f-]{36}$/);
  return url.split("/").at(-1) ?? "";
}

async function textOf(file: OpenedFile): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const onDisk = async () =>
  (await readdir(join(app.dataDir, "files"))).filter((name) => name !== "incoming");

describe("a stored file", () => {
  test("the check of files ends without a fault when the server stops", async () => {
    await store("checked");
    const { database } = app.deployment;
    const stopping = new AbortController();
    stopping.abort(new Error("stopping"));
    const options = { isSlow: true, signal: stopping.signal };
    const checking = verifyFiles(database, join(app.dataDir, "files"), options);
    await expect(checking).rejects.toThrow("stopping");
  });

  test("a stored file is served under its random name, whole or in part", async () => {
    const uuid = await uuidOf(await store("0123456789"));
    const whole = app.deployment.files.open(uuid) as OpenedFile;
    expect(whole).toMatchObject({ contentType: "text/plain", size: 10, range: null });
    expect(await textOf(whole)).toBe("0123456789");
    const part = app.deployment.files.open(uuid, "bytes=2-4") as OpenedFile;
    expect(part.range).toEqual({ start: 2, end: 4 });
    expect(await textOf(part)).toBe("234");
    expect(app.deployment.files.open(uuid, "bytes=10-")).toBe("unsatisfiable");
  });

  test("a stored file's row shows everything except its random name", async () => {
    const id = await store("content");
    const row = await app.query("files:row", { id });
    expect(row).toMatchObject({
      size: 7,
      contentType: "text/plain",
      sha256: sha256("content", "base64"),
    });
    expect(row).not.toHaveProperty("storageId");
  });

  test("a stored file may be empty, and may have no content type", async () => {
    const uuid = await uuidOf(await store("", null));
    const file = app.deployment.files.open(uuid) as OpenedFile;
    expect([file.size, file.contentType, await textOf(file)]).toEqual([0, null, ""]);
  });

  test("a stored file survives a restart", async () => {
    const uuid = await uuidOf(await store("kept"));
    app = await app.reopen();
    expect(await textOf(app.deployment.files.open(uuid) as OpenedFile)).toBe("kept");
  });

  test("an unknown file is not found", async () => {
    for (const uuid of ["", "nonsense", "../instance.json", "incoming"]) {
      expect(app.deployment.files.open(uuid)).toBeNull();
    }
    const message = await app.mutation("messages:send", { channel: "c", body: "b" });
    await expect(app.query("files:url", { id: message })).rejects.toThrow("_storage");
  });
});

describe("deleting", () => {
  test("deleting a file removes its row and its bytes", async () => {
    const id = await store("to be deleted");
    const uuid = await uuidOf(id);
    await app.mutation("files:remove", { id });
    expect(await app.query("files:url", { id })).toBeNull();
    expect(app.deployment.files.open(uuid)).toBeNull();
    expect(await onDisk()).not.toContain(uuid);
  });

  test("deleting a file in a nested mutation that fails keeps row and bytes", async () => {
    const id = await store("spared by its caller");
    const uuid = await uuidOf(id);
    await app.mutation("nested:spareFile", { id });
    expect(await textOf(app.deployment.files.open(uuid) as OpenedFile)).toBe(
      "spared by its caller",
    );
  });

  test("deleting a file in a mutation that fails keeps row and bytes", async () => {
    const id = await store("spared");
    const uuid = await uuidOf(id);
    await expect(app.mutation("files:remove", { id, fail: true })).rejects.toThrow();
    expect(await textOf(app.deployment.files.open(uuid) as OpenedFile)).toBe("spared");
  });
});

describe("functions", () => {
  test("functions of every kind store and read files", async () => {
    const id = await app.action("files:storeText", { text: "from an action" });
    expect(await app.action("files:readText", { id })).toBe("from an action");
    const stored = await app.mutation("files:storeInMutation", { text: "from a mutation" });
    expect(stored).toMatchObject({ text: "from a mutation" });
    const { id: second } = stored as { id: string };
    expect(await app.action("files:readText", { id: second })).toBe("from a mutation");
  });

  test("an upload URL accepts one upload", async () => {
    const url = new URL((await app.mutation("files:uploadUrl")) as string);
    expect(url.pathname).toBe("/api/storage/upload");
    const token = url.searchParams.get("token") ?? "";
    expect(app.deployment.files.claimUploadToken(token)).toBe(true);
    expect(app.deployment.files.claimUploadToken(token)).toBe(false);
  });
});

describe("an upload", () => {
  test.each(["base64", "hex"] as const)(
    "an upload with the announced SHA-256 in %s is stored",
    async (as) => {
      await app.deployment.files.store(bytes("sum"), {
        contentType: null,
        sha256: sha256("sum", as),
      });
    },
  );

  test("an upload that is too large, cut off or has another digest leaves nothing", async () => {
    const before = await onDisk();
    const { files } = app.deployment;
    const options = { contentType: null };
    const wrong = sha256("other", "base64");
    await expect(files.store(bytes("x"), { ...options, sha256: wrong })).rejects.toThrow(
      DigestMismatch,
    );
    await expect(files.store(bytes("12345"), { ...options, maxBytes: 4 })).rejects.toThrow(
      FileTooLarge,
    );
    async function* broken() {
      yield Buffer.from("half");
      throw new Error("connection lost");
    }
    await expect(files.store(broken(), options)).rejects.toThrow("connection lost");
    expect(await onDisk()).toEqual(before);
    expect(await readdir(join(app.dataDir, "files/incoming"))).toEqual([]);
  });

  test("the next start deletes files without a row and keeps those with one", async () => {
    const kept = await uuidOf(await store("kept"));
    await expect(
      app.mutation("files:storeInMutation", { text: "orphan", fail: true }),
    ).rejects.toThrow();
    await writeFile(join(app.dataDir, "files/incoming/half"), "half");
    const before = await onDisk();
    app = await app.reopen();
    const after = await onDisk();
    expect(after).toHaveLength(before.length - 1);
    expect(after).toContain(kept);
    expect(await readdir(join(app.dataDir, "files/incoming"))).toEqual([]);
  });
});

test("the next start removes the leftovers of an interrupted backup from the data folder", async () => {
  const before = await readdir(app.dataDir);
  const chunks = streamBackup(app.deployment)[Symbol.asyncIterator]();
  await chunks.next(); // but not the other cleanups, as in a process that is killed
  expect((await readdir(app.dataDir)).length).toBe(before.length + 1);
  app = await app.reopen();
  expect(await readdir(app.dataDir)).toEqual(before);
});
