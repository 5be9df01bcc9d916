import { expect, test } from "vitest";
import { digestMail } from "#domain/inbox/digestMail";
import { DIGEST_KINDS, type Notice } from "#domain/inbox/notices";

test("an admin's digest reports a failed backup, also when nothing else is late", () => {
  const notice: Notice = { kind: "backupFailed", error: "no room on the disk" };
  expect(DIGEST_KINDS).toContain(notice.kind);
  const mail = digestMail(
    { companyName: "Acme", baseUrl: "https://sms.example.com" },
    {
      overdue: [],
      limits: [],
      leavers: [],
      notifications: [{ notice }],
      now: 0,
      nameOf: (email) => email,
    },
  );
  expect(mail.subject).toContain("The nightly backup failed");
  expect(mail.text).toContain("no room on the disk");
});
