import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callAsAdmin, downloadBackup } from "../../../engine/adminCalls";
import { restore } from "../../../engine/backup";
import { compactFolder } from "../../../engine/compact";
import { openDeployment } from "../../../engine/deployment";
import { exportSnapshot } from "../../../engine/snapshot/exportSnapshot";
import {
  temporaryFolder,
  testAppBundle,
  toJson,
  valueOf,
  ANONYMOUS,
} from "../support/testDeployment";
import { builtProgram } from "../support/builtProgram";
import { contentOf } from "../snapshot/zips";
import { fingerprintOf } from "../../../engine/watchdog/watchedCall";
import { action, mutation, query, TestServer } from "./testServer";

let server: TestServer;
let folder: { path: string; remove(): Promise<void> };
let program: string;
beforeAll(async () => {
  [server, folder, program] = await Promise.all([
    TestServer.start(),
    temporaryFolder(),
    builtProgram("engine/main.ts"),
  ]);
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

/** `npx engine …`, once for each command: a process takes 0.3 s of processor time. */
async function engine(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder.path });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

const running = () => ["--url", server.url, "--data", server.app.dataDir];

/** Downloads a backup of the server to a file, and returns its path. */
async function backUp(name: string): Promise<string> {
  const file = join(folder.path, name);
  await downloadBackup({ url: server.url, data: server.app.dataDir }, file);
  return file;
}

describe("engine backup and restore", () => {
  test("a backup holds data, variables and files of one moment while others write", async () => {
    const http = server.httpClient();
    const fileId = (await http.action(action("files:storeText"), {
      text: "the file's text",
    })) as string;
    await server.deployment.environment.set([{ name: "GREETING", value: "kept" }]);
    let isWriting = true;
    const writing = (async () => {
      for (let i = 1; isWriting; i += 1) {
        const transfer = { key: String(i), from: "account a", to: "account b", amount: 1 };
        await http.mutation(mutation("ledger:transfer"), transfer);
      }
    })();
    const file = join(folder.path, "lab.backup");
    expect(await engine("backup", file, ...running())).toMatchObject({ code: 0 });
    isWriting = false;
    await writing;

    const restored = join(folder.path, "restored");
    expect((await engine("restore", file, "--data", restored)).output).toContain("1 stored files");
    // All users' data and the token signing keys: readable by the owner only.
    for (const made of [file, restored, join(restored, "store/documents.mdb")]) {
      expect([made, (await stat(made)).mode & 0o077]).toEqual([made, 0]);
    }
    const url = "http://127.0.0.1:1";
    const deployment = await openDeployment({
      dataDir: restored,
      pushRequest: await testAppBundle(),
      cloudUrl: url,
      siteUrl: url,
    });
    const { functions } = deployment;
    const call = (path: string, args = {}) => ({ path, args: toJson(args), caller: ANONYMOUS });
    const { entries, balances } = valueOf(await functions.runQuery(call("ledger:state"))) as {
      entries: string[];
      balances: Record<string, number>;
    };
    expect(entries.length).toBeGreaterThan(0);
    expect(balances["account b"]).toBe(entries.length);
    expect(deployment.environment.get("GREETING")).toBe("kept");
    expect(valueOf(await functions.runAction(call("files:readText", { id: fileId })))).toBe(
      "the file's text",
    );
    expect(deployment.adminKey).not.toBe(server.deployment.adminKey);
    await deployment.close();
    expect((await readdir(server.app.dataDir)).filter((name) => /backup/.test(name))).toEqual([]);
  });

  test("restore refuses a damaged or truncated file, and a folder that is not empty", async () => {
    const file = await backUp("good.backup");
    const bytes = await readFile(file);
    const damaged = Buffer.from(bytes);
    damaged[bytes.length >> 1]! ^= 1;
    const cases = [
      ["damaged", damaged, "changed since it was written"],
      ["cut", bytes.subarray(0, bytes.length - 20), "is not a whole backup"],
      ["other", Buffer.from("PK\u0003\u0004"), "is not a whole backup"],
    ] as const;
    for (const [name, content, reason] of cases) {
      const path = join(folder.path, name);
      await writeFile(path, content);
      await expect(restore(path, join(folder.path, `${name}-restored`))).rejects.toThrow(reason);
    }
    await expect(restore(file, server.app.dataDir)).rejects.toThrow("not empty");
  });

  test("a start refuses a folder whose restore was interrupted", async () => {
    const dataDir = join(folder.path, "cut-off");
    await mkdir(join(dataDir, "files"), { recursive: true });
    await writeFile(join(dataDir, "files", "kept"), "bytes");
    await writeFile(join(dataDir, "restoring"), "half of the store");
    const url = "http://127.0.0.1:1";
    const pushRequest = await testAppBundle();
    const opening = openDeployment({ dataDir, pushRequest, cloudUrl: url, siteUrl: url });
    await expect(opening).rejects.toThrow("restore was cut off");
    expect(await readdir(dataDir)).toEqual(["files", "restoring"]);
  });

  test("a backup whose client disconnects before its first byte leaves no files", async () => {
    const unfinished = async () =>
      (await readdir(server.app.dataDir)).filter((name) => name.startsWith("unfinished-backup-"));
    const leaving = new AbortController();
    const answer = fetch(`${server.url}/api/engine/backup`, {
      method: "POST",
      headers: { Authorization: `Convex ${server.deployment.adminKey}` },
      signal: leaving.signal,
    });
    await expect.poll(unfinished, { interval: 1 }).toHaveLength(1);
    leaving.abort();
    await expect(answer).rejects.toThrow("aborted");
    await expect.poll(unfinished).toEqual([]);
  });

  test("engine backup writes to a unique temporary name next to its file", async () => {
    await writeFile(join(folder.path, "twice.backup.part"), "of another run");
    const file = await backUp("twice.backup");
    const written = (await readdir(folder.path)).filter((name) => name.startsWith("twice"));
    expect(written.sort()).toEqual(["twice.backup", "twice.backup.part"]);
    expect(await readFile(`${file}.part`, "utf8")).toBe("of another run");
  });

  test("engine backup needs the admin key and a running deployment", async () => {
    const file = join(folder.path, "never");
    const wrong = await engine("backup", file, "--url", server.url, "--admin-key", "wrong");
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("refused")]);
    const absent = { url: "http://127.0.0.1:9", adminKey: "x", data: "" };
    await expect(downloadBackup(absent, file)).rejects.toThrow("No deployment answers at");
    expect((await readdir(folder.path)).filter((name) => name.startsWith("never"))).toEqual([]);
  });
});

describe("engine export and import", () => {
  test("the import of a running deployment's export has the same data", async () => {
    const http = server.httpClient();
    const id = (await http.action(action("files:storeText"), { text: "moved" })) as string;
    const [file, again] = [join(folder.path, "lab.zip"), join(folder.path, "again.zip")];
    expect(await engine("export", file, ...running())).toMatchObject({ code: 0 });
    expect((await stat(file)).mode & 0o077).toBe(0);

    const moved = join(folder.path, "moved");
    expect((await engine("import", file, "--data", moved)).output).toMatch(
      /\d+ documents, \d+ files/,
    );
    await exportSnapshot(moved, again);
    const content = await contentOf(again);
    expect(content).toEqual(await contentOf(file));
    expect(content.get(`_storage/${id}`)).toBe(Buffer.from("moved").toString("hex"));
    expect((await readdir(folder.path)).filter((name) => /zip\./.test(name))).toEqual([]);
  });
});

describe("engine check and compact", () => {
  test("a check of a running deployment reports the size of its data file and its oldest reader", async () => {
    const { code, output } = await engine("check", ...running());
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^\d+ entries and \d+ files are whole\nThe data file has [\d.]+ [KM]iB, [\d.]+ [KM]iB of it in use; its oldest reader is 0\.0 s old\n$/,
      ),
    ]);
    const health = await fetch(`${server.url}/api/engine/health`, {
      headers: { Authorization: `Convex ${server.deployment.adminKey}` },
    });
    const { size: bytes } = await stat(join(server.app.dataDir, "store/documents.mdb"));
    expect(await health.json()).toMatchObject({
      dataFile: { bytes, usedBytes: expect.any(Number) as number, oldestReaderMs: 0 },
    });
  });

  test("a data folder is compacted, and checked offline", async () => {
    const restored = join(folder.path, "compacted");
    await restore(await backUp("compacted.backup"), restored);
    expect(await engine("compact", "--data", restored)).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^Compacted .* from [\d.]+ [KM]iB to [\d.]+ [KM]iB\n$/,
      ) as string,
    });
    expect(await engine("check", "--offline", "--data", restored)).toMatchObject({ code: 0 });
    const none = compactFolder(join(folder.path, "none"));
    await expect(none).rejects.toThrow("it has no store");
  });
});

describe("the engine command line", () => {
  test("engine prints the admin key of a data folder, and sets variables", async () => {
    const { output } = await engine("admin-key", "--data", server.app.dataDir);
    expect(output).toBe(`${server.deployment.adminKey}\n`);
    expect((await engine("env", "COLOUR=dark blue", ...running())).code).toBe(0);
    expect(server.deployment.environment.get("COLOUR")).toBe("dark blue");
  });

  test("engine blocked lists the calls that hung the server, and lifts a block while it runs", async () => {
    const held = { time: Date.now(), path: "messages:counter", caller: "address 127.0.0.1" };
    const description = [held.path, held.caller, 14, '[{"name":"x"}]'].join("\0");
    const line = JSON.stringify({ ...held, fingerprint: fingerprintOf(description) });
    await writeFile(join(server.app.dataDir, "held-calls.jsonl"), `${line}\n`);
    await server.unplug();
    server.app = await server.app.reopen();
    await server.listen();
    const call = () => server.httpClient().query(query("messages:counter"), { name: "x" });
    await expect(call()).rejects.toThrow(/so it is refused until/);
    const { output } = await engine("blocked", ...running());
    expect(output).toMatch(/^[0-9a-f]{8} {2}messages:counter {2}by address 127\.0\.0\.1 {2}since/);
    const options = { url: server.url, data: server.app.dataDir };
    const unknown = callAsAdmin(options, "/api/engine/lift", { id: "nothing" });
    await expect(unknown).rejects.toThrow("No blocked call has the id nothing");
    expect((await engine("blocked", "--lift", output.slice(0, 8), ...running())).code).toBe(0);
    expect(await call()).toBe(0);
  });
});
