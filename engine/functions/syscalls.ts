/**
 * Host side of `convex/server`: the operations behind `ctx`, each taking and returning JSON text;
 * the database's operations also take and return objects (directSyscalls.ts). Each kind of function
 * has a table of its operations; a call of any other operation fails, naming it.
 */

import type { SyscallTable } from "./execution";
import { textSyscalls } from "./syscallArgs";
import { databaseReads, databaseStreams, databaseWrites } from "./databaseSyscalls";
import {
  actionCalls,
  actionSchedules,
  functionHandles,
  schedules,
  transactionCalls,
} from "./callSyscalls";
import {
  identity,
  metadata,
  requestMetadata,
  transactionMetadata,
  transactionMetadataSync,
  unsupported,
} from "./contextSyscalls";
import { fileBlobs, fileReads, fileWrites } from "./fileSyscalls";

const transactionSync = { ...textSyscalls(databaseStreams), ...transactionMetadataSync };

const queryAsync = {
  ...textSyscalls(databaseReads),
  ...fileReads,
  ...identity,
  ...metadata,
  ...functionHandles,
  ...transactionMetadata,
  ...transactionCalls,
};

export const QUERY_SYSCALLS: SyscallTable = {
  sync: transactionSync,
  async: queryAsync,
  js: {},
  direct: { ...databaseStreams, ...databaseReads },
};

export const MUTATION_SYSCALLS: SyscallTable = {
  sync: transactionSync,
  async: {
    ...queryAsync,
    ...textSyscalls(databaseWrites),
    ...fileWrites,
    ...schedules,
    ...requestMetadata,
    ...unsupported,
  },
  js: {},
  direct: { ...databaseStreams, ...databaseReads, ...databaseWrites },
};

export const ACTION_SYSCALLS: SyscallTable = {
  sync: {},
  async: {
    ...actionCalls,
    ...actionSchedules,
    ...fileReads,
    ...fileWrites,
    ...identity,
    ...metadata,
    ...functionHandles,
    ...requestMetadata,
    ...unsupported,
  },
  js: fileBlobs,
  direct: {},
};
