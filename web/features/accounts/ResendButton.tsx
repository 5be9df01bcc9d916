import { useState } from "react";
import { Button } from "@/components/ui/button";
import { showToast } from "@/lib/toaster";
import { usePasswordFlow } from "./usePasswordFlow";

interface ResendButtonProps {
  flow: "resend" | "reset";
  email: string;
  onSent: () => void;
}

/** Requests a new code. */
export function ResendButton({ flow, email, onSent }: ResendButtonProps) {
  const runFlow = usePasswordFlow();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const outcome = await runFlow({ flow, email });
    setSending(false);
    if (outcome?.ok) {
      onSent();
      void showToast((toast) => toast.success(`A new code is on its way to ${email}`));
    } else if (outcome) void showToast((toast) => toast.error(outcome.message));
  };
  return (
    <Button variant="ghost" loading={isSending} onClick={() => void send()}>
      Send a new code
    </Button>
  );
}
