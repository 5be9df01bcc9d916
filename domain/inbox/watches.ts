/**
 * Maximum number of samples that a person watches; also bounds the reads and deletes per person.
 */
export const MAX_WATCHED = 200;

/**
 * Maximum number of people who watch one sample: each step notifies all of them in its own
 * transaction.
 */
export const MAX_WATCHERS = 50;
