import { describe, expect, test } from "vitest";
import { parseMailFrom } from "#domain/mail/mailFrom";
import { parseSmtpUrl } from "#domain/mail/smtpServer";

const serverOf = (text: string) => {
  const parsed = parseSmtpUrl(text);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.server;
};

describe("SMS_SMTP_URL", () => {
  test("smtps is TLS from the first byte, at port 465", () => {
    expect(serverOf("smtps://ana:s3cret@mail.example.com")).toEqual({
      host: "mail.example.com",
      port: 465,
      encryption: "implicit",
      login: { user: "ana", password: "s3cret" },
    });
  });

  test("smtp must change to TLS, at port 587 unless it names another", () => {
    expect(serverOf("smtp://mail.example.com")).toEqual({
      host: "mail.example.com",
      port: 587,
      encryption: "starttls",
      login: null,
    });
    expect(serverOf("smtp://[2001:db8::1]:25/")).toMatchObject({ host: "2001:db8::1", port: 25 });
  });

  test.each(["localhost", "127.0.0.1", "[::1]"])("%s needs no TLS, at port 25", (host) => {
    expect(serverOf(`smtp://${host}`)).toMatchObject({ encryption: "none", port: 25 });
    expect(serverOf(`smtps://${host}`)).toMatchObject({ encryption: "implicit", port: 465 });
  });

  test("user and password are percent-decoded", () => {
    const { login } = serverOf("smtp://ana%40example.com:p%40%2F%23%25%3A@mail.example.com");
    expect(login).toEqual({ user: "ana@example.com", password: "p@/#%:" });
  });

  test.each([
    ["mail.example.com", "must be an address such as smtps://user:password@mail.example.com"],
    ["smtp://ana:s3c/ret@mail.example.com", "In user and password, write @ as %40"],
    ["smtp://ana:s3c#ret@mail.example.com", "In user and password, write @ as %40"],
    ["smtp://ana:s3c@ret@mail.example.com:99999", "must be an address such as"],
    ["https://mail.example.com", "must begin with smtps:// or smtp://"],
    ["smtp://", "has no valid server name"],
    ["smtp://mail_server", "has no valid server name"],
    ["smtp://mail.example.com/inbox", "must end after the server's name or port"],
    ["smtp://mail.example.com?tls=no", "must end after the server's name or port"],
    ["smtp://mail.example.com:0", "has port 0"],
    ["smtp://ana@mail.example.com", "must have both a user and a password"],
    ["smtp://ana:50%zz@mail.example.com", "has a % that encodes no character"],
  ])("%s is refused: %s", (text, reason) => {
    expect(parseSmtpUrl(text)).toEqual({ problem: expect.stringContaining(reason) as string });
  });

  test("a refusal does not repeat the password", () => {
    for (const text of ["smtp://ana:s3cret@", "smtp://ana:s3cret@mail/x", "x://ana:s3cret@mail"]) {
      expect(parseSmtpUrl(text)).toMatchObject({
        problem: expect.not.stringContaining("s3cret") as string,
      });
    }
  });
});

describe("SMS_MAIL_FROM", () => {
  test.each([
    ["sms@example.com", { name: "", address: "sms@example.com" }],
    ["SMS <sms@example.com>", { name: "SMS", address: "sms@example.com" }],
    ['"Acme, Inc. SMS" <sms@example.com>', { name: "Acme, Inc. SMS", address: "sms@example.com" }],
    ["Acme, Inc. SMS <sms@example.com>", { name: "Acme, Inc. SMS", address: "sms@example.com" }],
  ])("%s has a name and an address", (text, parsed) => {
    expect(parseMailFrom(text)).toEqual(parsed);
  });

  test.each(["SMS", "SMS <sms>", "a@example.com, b@example.com", "<a@b.com> x", ""])(
    "%j is refused",
    (text) => {
      expect(parseMailFrom(text)).toBeNull();
    },
  );
});
