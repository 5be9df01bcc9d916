import { describe, expect, test } from "vitest";
import { Authenticator } from "../../../engine/auth/authenticator";
import { TokenRefused, TokenVerifier } from "../../../engine/auth/jwt";

const nobody = new TokenVerifier(
  () => [],
  () => Promise.reject(new Error("no network here")),
  { now: () => 0 },
);
const authenticator = new Authenticator(nobody, "lab|0123abcd");

describe("the Authorization header", () => {
  test("a request without an Authorization header is anonymous", async () => {
    expect(await authenticator.header(undefined)).toMatchObject({
      caller: { identity: null, isAdmin: false },
    });
  });

  test("the admin key authenticates an admin, who may act as another identity", async () => {
    expect(await authenticator.header("Convex lab|0123abcd")).toMatchObject({
      caller: { identity: null, isAdmin: true },
    });
    const ana = { subject: "ana", issuer: "test", tokenIdentifier: "test|ana" };
    const encoded = Buffer.from(JSON.stringify(ana)).toString("base64");
    expect(await authenticator.header(`Convex lab|0123abcd:${encoded}`)).toMatchObject({
      caller: { identity: ana, isAdmin: true },
    });
  });

  test.each([
    "Convex wrong",
    "Convex lab|0123abcd:not-base64-of-json",
    "Convex lab|0123abcdX",
    "Convex ",
    "Bearer lab|0123abcd",
    "Basic dXNlcg==",
  ])("the Authorization header '%s' is refused", async (header) => {
    await expect(authenticator.header(header)).rejects.toThrow(TokenRefused);
  });

  test("a wrong admin key is reported as wrong, even without an identity to act as", async () => {
    const refused = authenticator.header("Convex wrong");
    await expect(refused).rejects.toThrow("The provided deploy key was invalid for deployment");
  });
});
