import { cleanup } from "@testing-library/react";
import { afterAll } from "vitest";
import "../restored";
import { fakeAuth } from "./fakeAuth";

/** Properties that tests add to the navigator itself: `vibrate`, `locks`, `userActivation`. */
const ownNames = () => Object.getOwnPropertyNames(navigator);
const namesBefore = ownNames();

/** Restores the page after a file, as ./restored does with the process. */
afterAll(() => {
  cleanup();
  fakeAuth.signIn.mockReset();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, "", "/");
  for (const name of ownNames()) {
    if (!namesBefore.includes(name)) Reflect.deleteProperty(navigator, name);
  }
});
