import { oneOf, searchParams, text } from "@/lib/searchParams";

/** Search parameters of the page. */
export const mailSearch = searchParams({
  status: oneOf(["queued", "sent", "failed"]),
  /** Id of the open mail. */
  id: text(),
});

export type MailSearch = ReturnType<typeof mailSearch>;
