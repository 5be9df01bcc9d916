import type { Credentials } from "./credentials";

/**
 * Who just signed up in this page and needs the code next. Only in memory: a password belongs neither
 * in the address nor in any storage. Gone after a reload, then signing in asks for the code.
 */
let pending: Credentials | null = null;

export function setPendingVerification(credentials: Credentials | null): void {
  pending = credentials;
}

export function getPendingVerification(): Credentials | null {
  return pending;
}
