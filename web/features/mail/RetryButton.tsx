import { useMutation } from "convex/react";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";

/** Queues a failed mail again; its status updates live. */
export function RetryButton({ mailId }: { mailId: string }) {
  const retry = useMutation(api.mail.retry);
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    const outcome = await attempt(retry({ mailId }));
    setIsSending(false);
    if (outcome.ok) toast.success("Queued again");
    else toast.error(outcome.message);
  };
  return (
    <Button variant="outline" loading={isSending} onClick={() => void send()}>
      <RotateCw aria-hidden />
      Retry
    </Button>
  );
}
