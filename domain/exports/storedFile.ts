/**
 * Files of exports that are stored before they are sent, where an answer has a limited size. The
 * largest is a third of the memory of Convex's Node actions, which hold a file twice while they
 * store it. An object, so that a test can lower it.
 */
export const STORED_FILE = { maxBytes: 160 * 2 ** 20 };
