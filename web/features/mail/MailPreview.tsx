import { ArrowLeft, RotateCw } from "lucide-react";
import { useState } from "react";
import { useMutation } from "convex/react";
import { toast } from "sonner";
import { Banner } from "@/components/Banner";
import { Fact } from "@/components/Fact";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { Button } from "@/components/ui/button";
import { useSending } from "@/hooks/useWaiting";
import { formatDateTime } from "#domain/common/dates";
import { attempt } from "@/lib/connection/attempt";
import { MailState, type Mail } from "./MailState";
import { api } from "../../../convex/_generated/api";

const PARTS = [
  { value: "html", label: "HTML" },
  { value: "text", label: "Text" },
] as const;

/** One mail as its recipient sees it, with its delivery status. */
export function MailPreview({ mail, onBack }: { mail: Mail; onBack: () => void }) {
  const [part, setPart] = useState<"html" | "text">("html");
  const { message } = mail;
  return (
    <article aria-label={message.subject} className="flex min-h-full flex-col">
      <header className="grid gap-3 border-b px-5 py-4">
        <Button variant="ghost" onClick={onBack} className="-ml-3 justify-self-start lg:hidden">
          <ArrowLeft aria-hidden />
          All mail
        </Button>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="text-base font-semibold tracking-tight">{message.subject}</h2>
          {mail.status === "failed" && <RetryButton mailId={mail._id} />}
        </div>
        <Facts mail={mail} />
        {mail.lastError && (
          <Banner tone={mail.status === "failed" ? "error" : "warning"}>{mail.lastError}</Banner>
        )}
      </header>
      <div className="flex flex-1 flex-col gap-3 p-5">
        <SegmentedControl label="Part" options={PARTS} current={part} onChange={setPart} />
        {part === "html" ? (
          // No scripts, forms, pop-ups or access to the page: the mail's content stays in its
          // frame. The background is white in both color schemes, as in a mail program.
          <iframe
            title={`HTML of “${message.subject}”`}
            sandbox=""
            srcDoc={message.html}
            className="min-h-[28rem] w-full flex-1 rounded-md border bg-white"
          />
        ) : (
          <pre
            // scrollable, so it must be reachable by keyboard
            tabIndex={0}
            className="whitespace-pre-wrap rounded-md border bg-muted/40 p-4 font-mono text-xs leading-5 [overflow-wrap:anywhere]"
          >
            {message.text}
          </pre>
        )}
      </div>
    </article>
  );
}

function Facts({ mail }: { mail: Mail }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm">
      <Fact label="To">{mail.to}</Fact>
      <Fact label="State">
        <MailState status={mail.status} />
      </Fact>
      <Fact label="Attempts">{mail.attempts}</Fact>
      <Fact label="Queued">{formatDateTime(mail._creationTime)}</Fact>
      {mail.sentAt !== undefined && <Fact label="Sent">{formatDateTime(mail.sentAt)}</Fact>}
      {mail.status === "queued" && mail.attempts > 0 && (
        <Fact label="Next attempt">{formatDateTime(mail.nextAttemptAt)}</Fact>
      )}
    </dl>
  );
}

/** Queues a failed mail again; its status updates live. */
function RetryButton({ mailId }: { mailId: string }) {
  const retry = useMutation(api.mail.retry);
  const { isSending, sending } = useSending();
  const send = async () => {
    const outcome = await sending(attempt(retry({ mailId })));
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
