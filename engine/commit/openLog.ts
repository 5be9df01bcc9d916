import { CommitLog } from "../storage/log";
import { logIdOf, logIdWrite } from "../storage/ownRecords";
import type { Store } from "../storage/store";
import { diskBytesFor } from "../storage/writes";
import { StoreRecords } from "./storeRecords";

/**
 * Opens the commit log of `store`. When it resolves, the store holds every commit in the log. A
 * failure closes the store.
 *
 * @throws DamagedStoreError naming the log; StorageWriteError when the disk is full
 */
export async function openLog(store: Store): Promise<CommitLog> {
  try {
    const { log, missing } = openExistingLog(store);
    await putAll(store, missing);
    if (log) return log;
    const snapshot = store.snapshot();
    const ts = StoreRecords.tsOf(snapshot);
    snapshot.close();
    const id = CommitLog.create(store.path, ts);
    await store.commit([logIdWrite(id)]);
    return openExistingLog(store).log!;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Opens the existing log and returns it with the writes that the store lacks. `log` is null when
 * the store does not name a log: the store is new or was just converted, which includes what its
 * log had, or an earlier start ended while it was creating the log.
 */
function openExistingLog(store: Store): { log: CommitLog | null; missing: readonly Buffer[] } {
  const snapshot = store.snapshot();
  const ts = StoreRecords.tsOf(snapshot);
  const idInTree = logIdOf(snapshot);
  snapshot.close();
  const id = idInTree ?? CommitLog.idOf(store.path);
  if (id === null) return { log: null, missing: [] };
  const { log, missing } = CommitLog.open(store.path, id, ts);
  if (idInTree !== null) return { log, missing };
  log.close();
  return { log: null, missing };
}

async function putAll(store: Store, batches: readonly Buffer[]): Promise<void> {
  if (batches.length === 0) return;
  store.checkSpace(batches.reduce((bytes, batch) => bytes + diskBytesFor(batch), 0));
  await store.put(batches);
}
