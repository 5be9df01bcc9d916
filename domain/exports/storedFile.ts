/**
 * Largest file of an export that is stored before it is sent, where an answer has a limited size: a
 * third of the memory of Convex's Node actions, which hold the file twice while they store it.
 */
export const MAX_STORED_FILE_BYTES = 160 * 2 ** 20;
