import { makeFunctionReference } from "convex/server";
import { expect, test } from "vitest";
import { internal } from "../../../convex/_generated/api";
import { REQUEST_STATUSES } from "#domain/custody/overdue";
import { embeddedBackend } from "../../support/deployments/embeddedBackend";
import { createVariedSamples } from "../../support/testFunctions";

type Begun = { email: string; zone: string; days: number; every: number; nextAt: number };
const beginMonth = makeFunctionReference<"mutation", { start: number; people: Begun[] }, null>(
  "testing:beginMonth",
);

/** Requests of one kind that a digest reads. */
const LOOKED_AT = 200;
/** Samples that one mutation creates, in a small part of the processor time that it may use. */
const CREATED_TOGETHER = 40;

test("many people with many overdue requests get their digests within a transaction's limits", async () => {
  const backend = await embeddedBackend();
  const manager = "manager@company.com";
  const recipients = Array.from({ length: 8 }, (_, place) => `person-${place}@company.com`);
  await backend.addPeople(
    [manager, ...recipients].map((email) => ({ email, role: "user" as const })),
  );
  const now = Date.now();
  const due = { zone: "UTC", days: 0, every: 1, nextAt: now };
  await backend.admin.mutation(beginMonth, {
    start: now,
    people: recipients.map((email) => ({ email, ...due })),
  });
  let first = 1;
  for (const recipient of recipients) {
    for (const status of REQUEST_STATUSES) {
      for (let made = 0; made < LOOKED_AT; made += CREATED_TOGETHER) {
        const created = { manager, recipient, status, first, count: CREATED_TOGETHER };
        await backend.admin.mutation(createVariedSamples, created);
        first += CREATED_TOGETHER;
      }
    }
  }
  await backend.admin.mutation(internal.inbox.runDigests, {});
  await expect
    .poll(async () => {
      const paginationOpts = { numItems: 200, cursor: null };
      const { page } = await backend.admin.query(internal.mail.listFromTerminal, {
        paginationOpts,
      });
      return page.filter(({ message }) => message.subject.startsWith("600 samples wait")).length;
    })
    .toBe(recipients.length);
  await backend.close();
});
