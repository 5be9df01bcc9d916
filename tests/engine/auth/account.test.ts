import { expect, test } from "vitest";
import { accountOf } from "../../../engine/auth/account";

const OWN = "https://lab.example";
const identity = (issuer: string, subject: string) => ({
  issuer,
  subject,
  tokenIdentifier: `${issuer}|${subject}`,
});

test("all sessions in the deployment's own tokens belong to one account", () => {
  const accounts = ["session1", "session2"].map((session) =>
    accountOf(identity(OWN, `ana|${session}`), OWN),
  );
  expect(new Set(accounts).size).toBe(1);
  expect(accountOf(identity(OWN, "bruno|session3"), OWN)).not.toBe(accounts[0]);
});

test("the whole subject of another issuer's token is the account", () => {
  const accounts = ["auth0|1", "auth0|2"].map((subject) =>
    accountOf(identity("https://issuer.example", subject), OWN),
  );
  expect(new Set(accounts).size).toBe(2);
});
