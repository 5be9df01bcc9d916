/** Samples handed over in one go, and values looked up in one go. Source: issue 3. */
export const MAX_BASKET = 300;

/** Leaves room, within the length of a transaction id, for the place of a sample in its basket. */
export const MAX_BASKET_ID = 90;
