/** Message of a page to the worker that waits: take the place of the one before. */
export const TAKE_OVER = "take over";
