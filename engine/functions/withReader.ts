import type { ReadTransaction } from "../commit/database";
import { TransactionExecution, type Execution } from "./execution";

/** Reads in the run's own transaction; for an action, in the newest snapshot. */
export function withReader<T>(run: Execution, body: (tx: ReadTransaction) => T): T {
  if (run instanceof TransactionExecution) return body(run.tx);
  const tx = run.services.database.beginRead();
  try {
    return body(tx);
  } finally {
    tx.close();
  }
}
