import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeReturnTo } from "@/lib/account/returnTo";

const ORIGIN = "https://sms.company.com";

/**
 * Pieces that attackers build addresses of: slashes in every disguise, what browsers skip, hosts.
 */
const PIECES = [
  ...["/", "\\", "//", ".", "..", "@", ":", "?", "#", "%", ";", "&"],
  ...["%2f", "%2F", "%5c", "%09", "%00", "%2e", "%252f", "&#47;", "\uFF0F", "\u2044", "\u3002"],
  ...["\t", "\n", "\r", "\0", "\v", " ", "\u00A0", "\u200B", "\u2028", "\uFEFF", "\u0085"],
  ...["evil.example", "sms.company.com", "https:", "javascript:", "private", "auth", "a", "1"],
];
const address = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => `/${pieces.join("")}`),
  fc.string({ unit: "binary" }).map((text) => `/${text}`),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
);

describe("back to the wanted page after sign-in", () => {
  test("the way back after sign-in keeps a page of the app with its search", () => {
    const wanted = "/private/transferfs/k57?scope=mine#top";
    expect(safeReturnTo(wanted)).toBe(wanted);
  });

  test.each([
    ["another origin", "https://evil.example/"],
    ["a protocol-relative address", "//evil.example/dashboard"],
    ["what browsers read as one", "/\\evil.example"],
    ["a tab between the slashes, which browsers skip", "/\t/evil.example"],
    ["a newline between the slashes", "/\n/evil.example"],
    ["a tab before a backslash", "/\t\\evil.example"],
    ["a path that is another host once its dots are resolved", "/.//evil.example"],
    ["the same with encoded dots", "/%2e//evil.example"],
    ["an encoded second slash", "/%2Fevil.example"],
    ["an encoded backslash", "/%5cevil.example"],
    ["a host that cannot be parsed", "//[evil"],
    ["a script", "javascript:alert(1)"],
    ["the sign-in page itself", "/auth/sign-in?redirect=/x"],
    ["the sign-in page in capitals", "/Auth/Sign-In"],
    ["nothing", undefined],
    ["a number", 7],
  ])("the way back after sign-in refuses %s", (_, wanted) => {
    expect(safeReturnTo(wanted)).toBeNull();
  });

  test("never leads to another origin, whatever the address is made of", () => {
    fc.assert(
      fc.property(address, (wanted) => {
        const path = safeReturnTo(wanted, ORIGIN);
        if (path === null) return;
        expect(path.startsWith("/")).toBe(true);
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
        expect(path).not.toMatch(/^\/(%2f|%5c|[/\\])/i);
        expect(safeReturnTo(path, ORIGIN)).toBe(path);
      }),
      { numRuns: 5_000 },
    );
  });
});
