/**
 * Validates the page that `?redirect=` asks to return to after the sign-in. Returns its path,
 * search and hash, or null if it is not a page of this origin.
 *
 * Browsers remove tabs and newlines from an address and read a backslash as a slash, so
 * `/\t/evil.example` and `/\evil.example` are other hosts. The URL parser follows the same rules,
 * so it decides, and does so twice: `/.//evil.example` is a page of this origin, but its path
 * alone, `//evil.example`, is another host. An encoded second slash is refused too: any code that
 * later decodes the path would turn it into another host.
 */
export function safeReturnTo(wanted: unknown, origin = window.location.origin): string | null {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return null;
  const page = parseAtOrigin(wanted, origin);
  if (page === null) return null;
  const path = `${page.pathname}${page.search}${page.hash}`;
  if (parseAtOrigin(path, origin)?.href !== page.href) return null;
  if (/^\/(%2f|%5c)/i.test(path)) return null;
  // Returning to a sign-in page would be a loop; paths are matched without regard to case.
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
