import { describe, expect, test } from "vitest";
import {
  alreadyRegisteredMail,
  passwordResetMail,
  verificationMail,
} from "#domain/mail/mailTemplates";

const sender = { companyName: "Lab <& Co>", baseUrl: "https://sms.company.com" };
const code = { email: "ana+o'neil@company.com", code: "01234567", minutes: 10 };

describe("account mails", () => {
  test("show the code in the subject and the text", () => {
    for (const write of [verificationMail, passwordResetMail]) {
      const { subject, text, html } = write(sender, code);
      expect(subject).toContain("01234567");
      expect(text).toMatch(/code: 01234567$/m);
      expect(html).toContain("01234567");
    }
  });

  test.each([
    ["/auth/verify", verificationMail],
    ["/auth/reset-password", passwordResetMail],
  ])("link to %s with the address and the code filled in", (path, write) => {
    const { text, html } = write(sender, code);
    const url = new URL(/^Enter it here: (\S+)$/m.exec(text)?.[1] ?? "");
    expect(url.origin + url.pathname).toBe(sender.baseUrl + path);
    const { email, code: digits } = code;
    expect(Object.fromEntries(url.searchParams)).toEqual({ email, code: digits });
    expect(html).toContain(`<a href="${url.href.replace("&", "&amp;")}" `);
  });

  test("link to the configured address only", () => {
    const { text, html } = alreadyRegisteredMail(sender);
    for (const body of [text, html]) {
      const hosts = new Set(body.match(/https?:\/\/[^/\s"<]+/g));
      expect([...hosts]).toEqual(["https://sms.company.com"]);
    }
    expect(text).toContain("https://sms.company.com/auth/reset-password\n");
  });

  test("escape markup in configured names and addresses", () => {
    const odd = { ...sender, baseUrl: `https://sms.company.com/"><b>` };
    const { html } = verificationMail(odd, code);
    expect(html).toContain("Lab &lt;&amp; Co&gt;");
    expect(html).not.toContain("<b>");
  });
});

describe("the frame of every mail", () => {
  const { subject, text, html } = verificationMail(sender, code);

  test("has the subject as its heading, and one button: the first link", () => {
    expect(html).toContain(`>${subject}</h1>`);
    expect(alreadyRegisteredMail(sender).html.match(/class="button"/g)).toHaveLength(1);
  });

  test("loads nothing, runs nothing and lays out with tables", () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|object|form)|url\(|@import|src=/i);
    expect(html.match(/<table role="presentation"/g)?.length).toBe(html.match(/<table/g)?.length);
    expect(html).toContain("prefers-color-scheme:dark");
  });

  test("says the same as the text", () => {
    const words = (part: string) =>
      part
        .replace(/<style>.*?<\/style>|<title>.*?<\/title>/g, "")
        .replace(/<[^>]+>/g, " ")
        .replace(/&amp;/g, "&")
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">");
    for (const line of text.split("\n\n").slice(0, -1)) {
      const [said = ""] = line.split(": ");
      expect(words(html)).toContain(said);
    }
  });
});
