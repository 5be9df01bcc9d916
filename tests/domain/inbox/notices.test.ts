import { expect, test } from "vitest";
import { noticeVerb, type Notice } from "#domain/inbox/notices";

test("a notice of a kind that is newer than the open page is text, too", () => {
  const later = { kind: "of a later version" } as unknown as Notice;
  expect(noticeVerb(later)).toMatch(/after a reload$/);
});
