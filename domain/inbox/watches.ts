/** Most samples that one person watches; also bounds what is read and deleted for a person. */
export const MAX_WATCHED = 200;

/** Most people who watch one sample: each step tells all of them in its own transaction. */
export const MAX_WATCHERS = 50;
