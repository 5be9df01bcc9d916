/**
 * Limits of Convex (https://docs.convex.dev/production/state/limits), with its backend's messages.
 * Sizes are bytes. Stricter than Convex: `bytesRead` counts the stored JSON text, which is slightly
 * larger than the real backend's size of the same document; `databaseQueries` counts each call,
 * even for a range that the function has already read; actions have 30 minutes there unless they
 * begin with "use node".
 */
const KIB = 1024;
const MIB = 1024 * KIB;

export const LIMITS = {
  documentsRead: 32_000,
  bytesRead: 16 * MIB,
  databaseQueries: 4_096,
  documentsWritten: 16_000,
  bytesWritten: 16 * MIB,
  functionsScheduled: 1_000,
  scheduledFunctionArgsBytes: 16 * MIB,
  /** Of one scheduled function. */
  scheduledArgsBytes: 4 * MIB,
  functionArgsBytes: 16 * MIB,
  functionResultBytes: 16 * MIB,
  scheduleHorizonYears: 5,
  callDepth: 8,
  logLines: 256,
  userTimeMs: 1_000,
  hangTimeMs: 1_000,
  actionTimeMs: 10 * 60_000,
  documentBytes: MIB,
  documentNesting: 16,
  valueNesting: 64,
  arrayLength: 8_192,
  objectFields: 1_024,
  fieldNameLength: 1_024,
  /** Of a document's own fields; those of the objects in it have `fieldNameLength`. */
  documentFieldNameLength: 64,
  indexFields: 16,
  /** As documented. Convex's backend refuses more than 64. */
  indexesPerTable: 32,
  /** Values per request or frame. Our own limit: parsing this many takes about 20 ms. */
  messageValues: 65_536,
} as const;

/**
 * Limit of one request or frame of a caller who is not signed in: sign-up forms and refresh tokens
 * take a few KB, and callers with an account send a token.
 */
export const MAX_ANONYMOUS_MESSAGE_BYTES = 256 * KIB;

/** Counters of one transaction, shown to functions by `getTransactionMetrics`. */
export interface TransactionMetrics {
  bytesRead: number;
  bytesWritten: number;
  databaseQueries: number;
  documentsRead: number;
  documentsWritten: number;
  functionsScheduled: number;
  scheduledFunctionArgsBytes: number;
}

export function noMetrics(): TransactionMetrics {
  return {
    bytesRead: 0,
    bytesWritten: 0,
    databaseQueries: 0,
    documentsRead: 0,
    documentsWritten: 0,
    functionsScheduled: 0,
    scheduledFunctionArgsBytes: 0,
  };
}

/** The transaction, document or value exceeded one of LIMITS. */
export class LimitExceeded extends Error {
  override readonly name = "LimitExceeded";
}

const ADVICE =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

export function countRead(metrics: TransactionMetrics, bytes: number): void {
  metrics.documentsRead++;
  metrics.bytesRead += bytes;
  if (metrics.documentsRead > LIMITS.documentsRead) {
    throw new LimitExceeded(
      `Too many documents read in a single function execution (limit: ${LIMITS.documentsRead}). ${ADVICE}`,
    );
  }
  if (metrics.bytesRead > LIMITS.bytesRead) {
    throw new LimitExceeded(
      `Too many bytes read in a single function execution (limit: ${LIMITS.bytesRead} bytes). ${ADVICE}`,
    );
  }
}

export function countQuery(metrics: TransactionMetrics): void {
  metrics.databaseQueries++;
  if (metrics.databaseQueries > LIMITS.databaseQueries) {
    throw new LimitExceeded(
      `Too many reads in a single function execution (limit: ${LIMITS.databaseQueries}). ${ADVICE}`,
    );
  }
}

export function countWrite(metrics: TransactionMetrics, bytes: number): void {
  metrics.documentsWritten++;
  metrics.bytesWritten += bytes;
  if (metrics.documentsWritten > LIMITS.documentsWritten) {
    throw new LimitExceeded(
      `Too many writes in a single function execution (limit: ${LIMITS.documentsWritten})`,
    );
  }
  if (metrics.bytesWritten > LIMITS.bytesWritten) {
    throw new LimitExceeded(
      `Too many bytes written in a single function execution (limit: ${formatSize(LIMITS.bytesWritten)})`,
    );
  }
}

export function countScheduled(metrics: TransactionMetrics, argsBytes: number): void {
  if (argsBytes > LIMITS.scheduledArgsBytes) {
    throw new LimitExceeded(
      `The arguments of a scheduled function are too large (${formatSize(argsBytes)} > maximum size ${formatSize(LIMITS.scheduledArgsBytes)})`,
    );
  }
  if (metrics.functionsScheduled >= LIMITS.functionsScheduled) {
    throw new LimitExceeded(
      `Too many functions scheduled by this mutation (limit: ${LIMITS.functionsScheduled})`,
    );
  }
  const total = metrics.scheduledFunctionArgsBytes + argsBytes;
  if (total > LIMITS.scheduledFunctionArgsBytes) {
    throw new LimitExceeded(
      `Too large total size of the arguments of scheduled functions from this mutation (limit: ${LIMITS.scheduledFunctionArgsBytes} bytes)`,
    );
  }
  metrics.functionsScheduled++;
  metrics.scheduledFunctionArgsBytes = total;
}

/** "16 MiB", "1.05 MiB", "312 B". */
export function formatSize(bytes: number): string {
  if (bytes >= MIB) return `${upToTwoDecimals(bytes / MIB)} MiB`;
  if (bytes >= KIB) return `${upToTwoDecimals(bytes / KIB)} KiB`;
  return `${bytes} B`;
}

function upToTwoDecimals(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}
