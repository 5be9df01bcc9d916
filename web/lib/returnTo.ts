/**
 * The page a visitor wanted before they were sent to sign in, when it is one of ours, else null.
 * Only a path is taken: `//evil.example` and `/\evil.example` are other hosts to a browser.
 */
export function safeReturnTo(wanted: unknown): string | null {
  if (typeof wanted !== "string" || !/^\/(?![/\\])/.test(wanted)) return null;
  // Back to sign-in would be a circle.
  return wanted.startsWith("/auth/") ? null : wanted;
}
