import { afterEach, expect, test } from "vitest";
import { authStorage } from "@/lib/account/authStorage";
import { forgetCopy } from "@/lib/tables/copyKey";
import { FakeConvex } from "../../support/web/fakeConvex";

afterEach(() => {
  authStorage.remember(true);
  localStorage.clear();
});

test.each([
  { session: "the browser's session", isRemembered: true, forgotten: ["sampleFeed:forgetCopy"] },
  { session: "a second person's in a tab", isRemembered: false, forgotten: [] },
])("signing out of $session deletes only its own replica", async ({ isRemembered, forgotten }) => {
  localStorage.setItem("sms.copy", "copy-1");
  authStorage.remember(isRemembered);
  const convex = new FakeConvex();
  await forgetCopy(convex.asClient());
  expect(convex.sent.map(({ name }) => name)).toEqual(forgotten);
  expect(localStorage.getItem("sms.copy")).toBe(isRemembered ? null : "copy-1");
});
