import * as React from "react";

/**
 * Loaded before every test of web/ that renders. React's development build records a stack for each
 * element it creates, up to 10,000 per second, to name an element's owner in warnings: a quarter of
 * a form test's time. This sets the quota as used up.
 */
const internals = Object.entries(React).find(([name]) =>
  name.startsWith("__CLIENT_INTERNALS"),
)?.[1];
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Infinity,
  set() {}, // react-dom resets it every second
});
