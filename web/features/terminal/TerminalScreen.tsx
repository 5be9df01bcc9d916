import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Banner } from "@/components/Banner";
import { CopyButton } from "@/components/CopyButton";
import { FormCard } from "@/components/forms/FormCard";
import { PageHeader } from "@/components/pages/PageHeader";
import { useViewer } from "@/hooks/data/useViewer";
import { attempt } from "@/lib/connection/attempt";
import { useForm } from "react-hook-form";

/**
 * The request of `sms login`, from the address that it opened; a field is undefined when the
 * address is mangled.
 */
export interface TerminalRequest {
  /** SHA-256 digest of the secret that the terminal keeps. */
  challenge: string | undefined;
  /**
   * Port of this computer on which the terminal listens; without one, the person pastes the code.
   */
  port: string | undefined;
  /** Opaque value that is sent back to the terminal with the code. */
  state: string | undefined;
  isDone: boolean;
}

/** Lets a person sign in the terminal that opened this page. */
export function TerminalScreen({ challenge, port, state, isDone }: TerminalRequest) {
  return (
    <>
      <PageHeader title="Sign in from a terminal" />
      <div className="max-w-[760px]">
        {isDone ? (
          <Banner tone="success">The terminal is signed in. You can close this page.</Banner>
        ) : challenge === undefined ? (
          <Banner tone="error">
            This address is incomplete. Run <code>sms login</code> again and open the full address
            it prints.
          </Banner>
        ) : (
          <Approval challenge={challenge} port={port} state={state} />
        )}
      </div>
    </>
  );
}

type ApprovalProps = Pick<TerminalRequest, "port" | "state"> & { challenge: string };

function Approval({ challenge, port, state }: ApprovalProps) {
  const { email } = useViewer();
  const approve = useMutation(api.tickets.approveTerminal);
  const [shownCode, setShownCode] = useState<string | null>(null);
  const form = useForm();
  const submit = form.handleSubmit(async () => {
    const code = newCode();
    const outcome = await attempt(approve({ challenge, code }));
    if (!outcome.ok) return form.setError("root", { message: outcome.message });
    if (port === undefined) return setShownCode(code);
    const answer = new URLSearchParams({ code, state: state ?? "" }).toString();
    window.location.replace(`http://127.0.0.1:${port}/?${answer}`);
  });

  if (shownCode !== null) {
    return (
      <div className="flex flex-col gap-4">
        <Banner tone="info">
          Paste this code into the terminal within five minutes. Do not share it: anyone who has it
          can act as you.
        </Banner>
        <div className="flex flex-wrap items-center gap-3">
          <code className="rounded-md border bg-muted px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
            {shownCode}
          </code>
          <CopyButton text={shownCode} />
        </div>
      </div>
    );
  }
  return (
    <FormCard
      form={form}
      onSubmit={(event) => void submit(event)}
      title={`Let the command line act as ${email}?`}
      submitLabel="Allow"
      hasStickyActions={false}
    >
      <p className="text-sm">
        Continue only if you ran <code>sms login</code> yourself a moment ago
        {port === undefined ? "" : ", on this computer"}. The session lasts up to 12 hours. You can
        end it in your profile.
      </p>
    </FormCard>
  );
}

/** Generates the code: 256 random bits in base64url. */
function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}
