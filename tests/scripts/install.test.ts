import { expect, test } from "vitest";
import { isUnreachable } from "../../scripts/lib/install.mjs";

test.each([
  "npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND",
  "npm error code EAI_AGAIN",
  "npm error code ECONNREFUSED\nnpm error FetchError: request to http://127.0.0.1:9/ failed",
  "npm error code ETIMEDOUT",
  "npm error code SELF_SIGNED_CERT_IN_CHAIN",
])("npm's output %j says that the registry is out of reach", (output) => {
  expect(isUnreachable(output)).toBe(true);
});

test.each([
  "npm error code EUSAGE\nnpm error package.json and package-lock.json are not in sync",
  "npm error code ENOSPC",
  "npm error code E404",
])("npm's output %j names another cause", (output) => {
  expect(isUnreachable(output)).toBe(false);
});
