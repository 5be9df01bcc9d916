import * as React from "react";

/**
 * Loaded before every test of web/ that renders. React's development build records a stack for
 * each element it creates, up to 10,000 a second, to name an element's owner in warnings: a
 * quarter of what a form's test took. This says that the quota is used up.
 */
const internals = Object.entries(React).find(([name]) =>
  name.startsWith("__CLIENT_INTERNALS"),
)?.[1];
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Infinity,
  set() {}, // react-dom resets it every second
});
