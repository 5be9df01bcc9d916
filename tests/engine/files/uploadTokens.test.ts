import { expect, test } from "vitest";
import { UploadTokens } from "../../../engine/files/uploadTokens";
import { FakeClock } from "../support/testDeployment";

const secret = new Uint8Array(32).fill(7);

test("an upload token is valid for one upload", () => {
  const tokens = new UploadTokens(secret, new FakeClock());
  const token = tokens.create();
  expect(tokens.claim(token)).toBe(true);
  expect(tokens.claim(token)).toBe(false);
  expect(tokens.claim(`${token}==`)).toBe(false); // another spelling of the same bytes
});

test("an upload token expires after an hour", () => {
  const clock = new FakeClock();
  const tokens = new UploadTokens(secret, clock);
  const [early, late] = [tokens.create(), tokens.create()];
  clock.time += 3_600_000;
  expect(tokens.claim(early)).toBe(true);
  clock.time += 1;
  expect(tokens.claim(late)).toBe(false);
});

test.each(["", "x", "A".repeat(80)])("the forged upload token %j is refused", (token) => {
  expect(new UploadTokens(secret, new FakeClock()).claim(token)).toBe(false);
});

test("the upload token of another deployment is refused", () => {
  const clock = new FakeClock();
  const other = new UploadTokens(new Uint8Array(32).fill(8), clock);
  expect(new UploadTokens(secret, clock).claim(other.create())).toBe(false);
});
