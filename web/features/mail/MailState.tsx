import type { FunctionReturnType } from "convex/server";
import { Badge } from "@/components/ui/badge";
import type { api } from "../../../convex/_generated/api";

/** A mail as the list query returns it. */
export type Mail = FunctionReturnType<typeof api.mail.list>["page"][number];

const STATES = {
  queued: { label: "Queued", variant: "warning" },
  sent: { label: "Sent", variant: "success" },
  failed: { label: "Failed", variant: "destructive" },
} as const;

export function MailState({ status }: Pick<Mail, "status">) {
  const { label, variant } = STATES[status];
  return <Badge variant={variant}>{label}</Badge>;
}
