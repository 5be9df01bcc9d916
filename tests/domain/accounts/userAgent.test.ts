import { expect, test } from "vitest";
import { describeUserAgent } from "#domain/accounts/userAgent";

const APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${CHROME} Safari/537.36 Edg/131.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Linux; Android 14) ${CHROME} Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Safari/605.1`, "Safari on macOS"],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${APPLE} Safari/604`,
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Linux"],
  ["curl/8", "A browser"],
])("the user agent %s is shown as %s", (userAgent, words) => {
  expect(describeUserAgent(userAgent)).toBe(words);
});
