import { z } from "zod";

/** The page's state in its address; a mangled part counts as absent. */
export const mailSearch = z.object({
  status: z.enum(["queued", "sent", "failed"]).optional().catch(undefined),
  /** The mail that is open. */
  id: z.string().optional().catch(undefined),
});

export type MailSearch = z.infer<typeof mailSearch>;
