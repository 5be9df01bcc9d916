import { useState } from "react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Button } from "@/components/ui/button";
import { attempt } from "@/lib/attempt";

type RevokeTokenProps = {
  /** The token in words: its name, and of somebody else's the owner. */
  name: string;
  revoke: () => Promise<null>;
};

/** Asks once, and revokes an API token. */
export function RevokeToken({ name, revoke }: RevokeTokenProps) {
  const [isRevoking, setRevoking] = useState(false);
  const confirm = async () => {
    setRevoking(true);
    const outcome = await attempt(revoke());
    setRevoking(false);
    if (!outcome.ok) toast.error(outcome.message);
  };
  return (
    <ConfirmDialog
      trigger={
        <Button variant="outline" size="sm" aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      }
      question={`Revoke ${name}?`}
      explanation="Programs that use it are refused from then on. It cannot be taken back."
      cancel="Keep it"
      confirm={
        <Button variant="destructive" loading={isRevoking} onClick={() => void confirm()}>
          Revoke
        </Button>
      }
    />
  );
}
