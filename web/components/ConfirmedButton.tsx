import { useState, type ReactElement } from "react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/connection/attempt";

type ConfirmedButtonProps = {
  /** The button that asks. */
  trigger: ReactElement;
  question: string;
  explanation: string;
  /** The word for leaving things as they are. */
  cancel: string;
  /** The word that confirms. */
  confirm: string;
  run: () => Promise<unknown>;
  /** Called after a success. */
  onDone?: () => void;
};

/** Asks once before something is taken away for good; a refusal is said in a toast. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { confirm, run, onDone, ...texts } = props;
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const outcome = await attempt(run());
    setSending(false);
    if (outcome.ok) onDone?.();
    else toast.error(outcome.message);
  };
  return (
    <ConfirmDialog
      {...texts}
      confirm={
        <Button variant="destructive" loading={isSending} onClick={() => void send()}>
          {confirm}
        </Button>
      }
    />
  );
}
