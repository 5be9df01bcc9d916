import type { FunctionArgs } from "convex/server";
import type { api } from "../../convex/_generated/api";
import { numberedSample } from "./functions/numberedSample";

type Fields = FunctionArgs<typeof api.samples.register>["fields"];

/** Test files may share a product, so each worker begins at another number. */
let used = Number(process.env.VITEST_WORKER_ID ?? 0) * 10_000;

/** Fields of a device that no other test uses; pass the ones that matter. */
export function aSample(changes: Partial<Fields> = {}): Fields {
  return { ...numberedSample(++used), ...changes };
}

/** The first page of a list. */
export const FIRST_PAGE = { numItems: 100, cursor: null };

export function newTransactionId(): string {
  return `transaction-${++used}`;
}
