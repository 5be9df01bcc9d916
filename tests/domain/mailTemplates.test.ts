import { describe, expect, test } from "vitest";
import {
  alreadyRegisteredMail,
  passwordResetMail,
  verificationMail,
} from "../../domain/mailTemplates";

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
    expect(html).toContain(`<a href="${url.href.replace("&", "&amp;")}">Enter it here</a>`);
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
    expect(html).not.toMatch(/<(?!\/?(p|a href="[^"<>]*"|a)>)/);
  });
});
