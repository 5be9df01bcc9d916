import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { fileHash } from "#domain/imports/imports";
import { sha256 } from "#domain/files/sha256";
import { property } from "../../support/property";

const bytes = fc.uint8Array({ maxLength: 200 });

property([bytes], { numRuns: 500 })("SHA-256 in JavaScript equals the platform's", (message) => {
  expect(Buffer.from(sha256(message))).toEqual(createHash("sha256").update(message).digest());
});

test("a file has the same hash on a page of plain HTTP, where crypto.subtle is missing", async () => {
  const file = Buffer.from("brand,model\r\n");
  const secure = await fileHash(file, {});
  vi.stubGlobal("crypto", {});
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await fileHash(file, {})).toBe(secure);
});

test("an import with hidden rows differs from the same import without them", async () => {
  const file = Buffer.from("x");
  const hashOf = (areRead: boolean) => fileHash(file, { hiddenRows: { count: 1, areRead } });
  expect(await hashOf(true)).not.toBe(await hashOf(false));
  expect(await hashOf(false)).toBe(await fileHash(file, {}));
});
