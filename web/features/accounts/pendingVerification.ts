import type { Credentials } from "./credentials";

/**
 * The account that was just signed up in this page and needs the code next. It is kept in memory
 * only, because a password belongs neither in the address nor in any storage. After a reload it is
 * gone, and signing in asks for the code.
 */
let pending: Credentials | null = null;

export function setPendingVerification(credentials: Credentials | null): void {
  pending = credentials;
}

export function getPendingVerification(): Credentials | null {
  return pending;
}
