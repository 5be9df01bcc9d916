/**
 * What one mutation costs the main thread: `npx tsx bench/storage.ts [mutations] [writers]`.
 *
 * Each mutation makes 10 point reads and writes 6 documents (4 patches, 2 inserts) whose changed
 * index keys number about 15, among 20,000 documents; `writers` of them wait for each other's commit.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Database } from "../engine/commit/database";
import type { SchemaJson } from "../engine/storage/schema";
import type { JSONObject } from "../engine/values/json";

const MUTATIONS = Number(process.argv[2] ?? 5_000);
const WRITERS = Number(process.argv[3] ?? 8);
const DOCUMENTS = 20_000;
const FIELDS = ["owner", "status", "city", "due", "kind", "model", "serial", "from"];

const schema: SchemaJson = {
  schemaValidation: true,
  tables: [
    {
      tableName: "items",
      documentType: {
        type: "object",
        value: Object.fromEntries(
          [...FIELDS, "text"].map((name) => [
            name,
            { fieldType: { type: name === "due" ? "number" : "string" }, optional: true },
          ]),
        ),
      },
      indexes: FIELDS.map((field) => ({ indexDescriptor: `by_${field}`, fields: [field, "due"] })),
    },
  ],
};

function anItem(i: number): JSONObject {
  return {
    owner: `user${i % 500}@company.com`,
    status: "In Use",
    city: "Lisbon",
    due: i,
    kind: "Mobile",
    model: `Model ${i % 50}`,
    serial: `SN-${i}`,
    from: "Main store",
    text: "x".repeat(500),
  };
}

const path = mkdtempSync(join(tmpdir(), "bench-storage-"));
const database = await Database.open({
  path,
  clock: { now: () => Date.now() },
  onFatal: (error) => {
    throw error;
  },
});
try {
  await database.applySchema(schema);
  const ids: string[] = [];
  for (let from = 0; from < DOCUMENTS; from += 2_000) {
    await database.write((tx) => {
      for (let i = from; i < from + 2_000; i++) ids.push(tx.insert("items", anItem(i)));
    });
  }

  const pick = () => ids[Math.floor(Math.random() * ids.length)]!;
  const latencies: number[] = [];
  let started = 0;
  const writer = async () => {
    while (started < MUTATIONS) {
      const number = started++;
      const before = performance.now();
      await database.write((tx) => {
        for (let i = 0; i < 10; i++) tx.get(pick());
        for (let i = 0; i < 4; i++)
          tx.patch(pick(), { status: `S${number}`, text: `note ${number}` });
        for (let i = 0; i < 2; i++)
          tx.insert("items", { owner: `user${number % 500}`, text: "y".repeat(300) });
      });
      latencies.push(performance.now() - before);
    }
  };
  const wallStart = performance.now();
  const loopStart = performance.eventLoopUtilization();
  await Promise.all(Array.from({ length: WRITERS }, writer));
  const seconds = (performance.now() - wallStart) / 1_000;
  const { active } = performance.eventLoopUtilization(loopStart);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))]!.toFixed(2);
  console.log(
    `${MUTATIONS} mutations, ${WRITERS} writers: ${Math.round(MUTATIONS / seconds)}/s, ` +
      `main thread ${(active / MUTATIONS).toFixed(3)} ms each, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  );
} finally {
  await database.close();
  rmSync(path, { recursive: true });
}
