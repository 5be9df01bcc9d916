import { useMutation } from "convex/react";
import { Send } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { useViewer } from "@/hooks/data/useViewer";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";

/** Sends a test mail to the viewer and opens it; its status updates live. */
export function TestButton({ onSent }: { onSent: (mailId: string) => void }) {
  const { email } = useViewer();
  const sendTest = useMutation(api.mail.sendTest);
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    setIsSending(true);
    const outcome = await attempt(sendTest({ to: email }));
    setIsSending(false);
    if (outcome.ok) onSent(outcome.value);
    else toast.error(outcome.message);
  };
  return (
    <Button variant="outline" loading={isSending} title={`To ${email}`} onClick={() => void send()}>
      <Send aria-hidden />
      Send a test
    </Button>
  );
}
