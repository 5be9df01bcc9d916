import { Badge } from "@/components/ui/badge";
import type { Mail } from "./mail";

const STATES = {
  queued: { label: "Queued", variant: "warning" },
  sent: { label: "Sent", variant: "success" },
  failed: { label: "Failed", variant: "destructive" },
} as const;

export function MailState({ status }: Pick<Mail, "status">) {
  const { label, variant } = STATES[status];
  return <Badge variant={variant}>{label}</Badge>;
}
