import { cleanup } from "@testing-library/react";
import { afterAll } from "vitest";
import "../restored";

/** Names that tests put on the navigator itself: `vibrate`, `locks`, `userActivation`. */
const ownNames = () => Object.getOwnPropertyNames(navigator);
const namesBefore = ownNames();

/** Gives a file's page back as it was, as ./restored does its process. */
afterAll(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, "", "/");
  for (const name of ownNames()) {
    if (!namesBefore.includes(name)) Reflect.deleteProperty(navigator, name);
  }
});
