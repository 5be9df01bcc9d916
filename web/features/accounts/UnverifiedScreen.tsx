import { REFUSALS } from "#domain/common/errors";
import { Button } from "@/components/ui/button";
import { AuthCard } from "./AuthCard";
import type { Credentials } from "./pendingSignIn";
import { VerifyForm } from "./VerifyForm";

type UnverifiedScreenProps = { credentials: Credentials; onBack: () => void };

/** Asks for the mailed code of a person whose password is right but whose address is unverified. */
export default function UnverifiedScreen({ credentials, onBack }: UnverifiedScreenProps) {
  return (
    <AuthCard title="Verify your email" description={<>{REFUSALS.EMAIL_UNVERIFIED}</>}>
      <VerifyForm {...credentials} />
      <Button variant="link" className="mt-2 w-full" onClick={onBack}>
        Back to sign in
      </Button>
    </AuthCard>
  );
}
