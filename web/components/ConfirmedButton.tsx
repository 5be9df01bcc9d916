import type { ReactElement } from "react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";
import { useSending } from "@/hooks/useWaiting";
import { attempt } from "@/lib/connection/attempt";

type ConfirmedButtonProps = {
  /** Button that opens the question. */
  trigger: ReactElement;
  question: string;
  explanation: string;
  /** Label of the button that confirms. */
  confirm: string;
  run: () => Promise<unknown>;
  /** Called after a success. */
  onDone?: () => void;
};

/** Asks for confirmation before something is deleted for good; a toast shows a refusal. */
export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { confirm, run, onDone, ...texts } = props;
  const { isSending, sending } = useSending();
  const send = async () => {
    const outcome = await sending(attempt(run()));
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
