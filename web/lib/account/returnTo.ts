/**
 * Checks the page that sign-in is asked to lead back to (`?redirect=`) and answers its path, search
 * and hash, or null when it is not a page of this origin.
 *
 * Browsers drop tabs and newlines from an address and read a backslash as a slash, so
 * `/\t/evil.example` and `/\evil.example` are other hosts. The URL parser, which follows the same
 * rules, therefore decides, twice: `/.//evil.example` is a page of ours whose path alone,
 * `//evil.example`, is again another host. An encoded second slash is refused too: whatever decodes
 * the path later would make it one.
 */
export function safeReturnTo(wanted: unknown, origin = window.location.origin): string | null {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return null;
  const page = parseAtOrigin(wanted, origin);
  if (page === null) return null;
  const path = `${page.pathname}${page.search}${page.hash}`;
  if (parseAtOrigin(path, origin)?.href !== page.href) return null;
  if (/^\/(%2f|%5c)/i.test(path)) return null;
  // Back to sign-in would be a circle; addresses are matched without regard to case.
  return page.pathname.toLowerCase().startsWith("/auth/") ? null : path;
}

/**
 * Resolves `address` against `origin`; null when it cannot be parsed or leads to another origin.
 */
function parseAtOrigin(address: string, origin: string): URL | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin ? url : null;
}
