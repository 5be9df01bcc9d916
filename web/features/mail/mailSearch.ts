import { oneOf, searchParams, text } from "@/lib/searchParams";

/** The page's state in its address. */
export const mailSearch = searchParams({
  status: oneOf(["queued", "sent", "failed"]),
  /** The mail that is open. */
  id: text(),
});

export type MailSearch = ReturnType<typeof mailSearch>;
