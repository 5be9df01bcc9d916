import type { Credentials } from "./credentials";

/**
 * The account that this page has just signed up and that needs its code next. It is kept only in
 * memory, because a password belongs neither in an address nor in browser storage. After a reload
 * it is gone, and signing in asks for the code.
 */
let pending: Credentials | null = null;

export function setPendingVerification(credentials: Credentials | null): void {
  pending = credentials;
}

export function getPendingVerification(): Credentials | null {
  return pending;
}
