import { ConfirmedButton } from "@/components/ConfirmedButton";
import { Button } from "@/components/ui/button";

type RevokeTokenProps = {
  /** The token's name; for another person's token, also the owner. */
  name: string;
  revoke: () => Promise<null>;
};

/** Asks for confirmation, then revokes an API token. */
export function RevokeToken({ name, revoke }: RevokeTokenProps) {
  return (
    <ConfirmedButton
      trigger={
        <Button variant="outline" size="sm" aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      }
      question={`Revoke ${name}?`}
      explanation="Programs that use it are refused from then on. It cannot be taken back."
      cancel="Keep it"
      confirm="Revoke"
      run={revoke}
    />
  );
}
