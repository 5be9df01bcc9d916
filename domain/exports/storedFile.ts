/**
 * Limit of an export that is stored as a file before it is sent, because the platform limits the
 * size of an answer: a third of the memory of Convex's Node actions, which hold the file twice
 * while they store it. An object, so that a test can lower the limit.
 */
export const STORED_FILE = { maxBytes: 160 * 2 ** 20 };
