import { describe, expect, test } from "vitest";
import { alreadyRegisteredLetter, resetLetter, verificationLetter } from "../../domain/letters";

const sender = { companyName: "Lab <& Co>", baseUrl: "https://sms.company.com" };

describe("letters", () => {
  test("show the code in the subject and the text", () => {
    for (const letter of [verificationLetter, resetLetter]) {
      const { subject, text, html } = letter(sender, "12345678", 10);
      expect(subject).toContain("12345678");
      expect(text).toMatch(/code: 12345678$/m);
      expect(html).toContain("12345678");
    }
  });

  test("link to the configured address only", () => {
    const { text } = alreadyRegisteredLetter(sender);
    expect(text.match(/https?:\/\/[^/\s]+/g)).toEqual([
      "https://sms.company.com",
      "https://sms.company.com",
    ]);
  });

  test("put no markup into HTML that is not theirs", () => {
    expect(verificationLetter(sender, "12345678", 10).html).toContain("Lab &lt;&amp; Co&gt;");
  });
});
