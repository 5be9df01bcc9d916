import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { isStrongPassword } from "#domain/common/password";
import { newDemoPassword, newSigningKeys } from "../../server/secrets";

describe("secrets", () => {
  test("a generated demo password satisfies the password rules", () => {
    const passwords = Array.from({ length: 200 }, newDemoPassword);
    expect(passwords.filter((password) => !isStrongPassword(password))).toEqual([]);
    expect(new Set(passwords).size).toBe(200);
  });

  test("the public key set verifies what the private key signs", async () => {
    const { JWT_PRIVATE_KEY, JWKS } = await newSigningKeys();
    expect(JWT_PRIVATE_KEY).not.toContain("\n");
    const key = await importPKCS8(JWT_PRIVATE_KEY, "RS256");
    const token = await new SignJWT({ sub: "ana" }).setProtectedHeader({ alg: "RS256" }).sign(key);
    const keys = createLocalJWKSet(JSON.parse(JWKS) as Parameters<typeof createLocalJWKSet>[0]);
    expect((await jwtVerify(token, keys)).payload.sub).toBe("ana");
  });
});
