import { expect, test } from "vitest";
import { noticeVerb, type Notice } from "#domain/inbox/notices";

test("news of a kind that came after this page was opened is words, too", () => {
  const later = { kind: "of a later version" } as unknown as Notice;
  expect(noticeVerb(later)).toMatch(/reloaded$/);
});
