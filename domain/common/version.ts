/** Version of the product; the test of this file compares it with package.json. */
export const VERSION = "1.6.5";
