/**
 * The longest search text, in characters, and the most values selected in one filter; the server
 * refuses more. A module of its own, because every page loads what a list's address may contain.
 */
export const MAX_QUERY_TEXT = 255;
export const MAX_CHOSEN = 1_000;
