import { describe, expect, test } from "vitest";
import { handOverMail } from "#domain/mail/handOverMail";
import { STEPS } from "#domain/custody/workflow";

const sender = { companyName: "Acme & Sons", baseUrl: "https://sms.example.com" };
const actor = { displayName: "Ana <Lima>", email: "ana@company.com" };
const samples = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ model: "Pixel 8", serialNumber: `S${index}` }));

describe("the mail of a hand-over", () => {
  test("names the samples, their number, the sender and the list to open", () => {
    const { subject, text } = handOverMail(sender, {
      step: "transfer",
      actor,
      samples: samples(2),
    });
    expect(subject).toBe("2 samples are on their way to you");
    expect(text).toContain("By Ana <Lima> (ana@company.com):");
    expect(text).toContain("- Pixel 8, S0\n- Pixel 8, S1");
    expect(text).toContain("Open the list: https://sms.example.com/dashboard/homefstransfer");
  });

  test("writes one sample in the singular", () => {
    const { subject } = handOverMail(sender, { step: "transfer", actor, samples: samples(1) });
    expect(subject).toBe("1 sample is on its way to you");
  });

  test("lists 50 samples and counts the others", () => {
    const { text, html } = handOverMail(sender, {
      step: "transfer",
      actor,
      samples: samples(53),
    });
    expect(text).toContain("- Pixel 8, S49\n- and 3 more");
    expect(html.match(/<li>/g)).toHaveLength(51);
  });

  test("gives the reason of a decline", () => {
    const notification = { step: "declineTransfer", actor, samples: samples(1) } as const;
    const { text } = handOverMail(sender, { ...notification, reason: "The box is empty" });
    expect(text).toContain("Reason: The box is empty");
    expect(handOverMail(sender, notification).text).not.toContain("Reason");
  });

  test("escapes markup in names and models", () => {
    const marked = [{ model: "<b>A53</b>", serialNumber: '"1"' }];
    const { html } = handOverMail(sender, { step: "transfer", actor, samples: marked });
    expect(html).toContain("By Ana &lt;Lima&gt;");
    expect(html).toContain("<li>&lt;b&gt;A53&lt;/b&gt;, &quot;1&quot;</li>");
  });

  test("has a subject of its own for every step", () => {
    const subjects = STEPS.map(
      (step) => handOverMail(sender, { step, actor, samples: samples(3) }).subject,
    );
    expect(new Set(subjects).size).toBe(STEPS.length);
  });
});
