import { expect, test } from "vitest";
import { requireSignIn } from "../../server/environment";
import { Problem } from "../../server/settings";

const start = (values: Readonly<Record<string, string>>, isDemo = false) =>
  requireSignIn((name) => values[name] ?? null, isDemo);

test("a start with invalid sign-in settings is refused, naming every fault", () => {
  const faulty = { SMS_OIDC_ISSUER: "http://login.example", SMS_PASSWORDS: "maybe" };
  expect(() => start(faulty)).toThrow(Problem);
  expect(() => start(faulty)).toThrow(
    /CLIENT_ID and SMS_OIDC_CLIENT_SECRET are not[^]*https[^]*maybe/,
  );
});

test("a demo refuses to turn passwords off", () => {
  expect(() => start({ SMS_PASSWORDS: "off" }, true)).toThrow(/a demo's people/);
  expect(() => start({}, true)).not.toThrow();
});
