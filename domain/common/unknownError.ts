/**
 * Text for a failure whose cause is not meant for users. Apart from `MESSAGES`, because the first
 * file that a visitor loads contains it.
 */
export const UNKNOWN_ERROR = "An unknown error occurred. Please try again.";
