import { usePaginatedQuery, useQuery, useMutation } from "convex/react";
import { Inbox, MailOpen, Send } from "lucide-react";
import { toast } from "sonner";
import { EmptyState } from "@/components/pages/EmptyState";
import { FillHeight } from "@/components/pages/FillHeight";
import { MailStays } from "@/components/MailStays";
import { PageHeader } from "@/components/pages/PageHeader";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useConfig } from "@/hooks/data/useConfig";
import { cn } from "@/lib/utils";
import { useViewer } from "@/hooks/data/useViewer";
import { useSending } from "@/hooks/useWaiting";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import { MailList } from "./MailList";
import { MailPreview } from "./MailPreview";
import type { MailSearch } from "./mailSearch";

/** Mails per page of the list. */
const PAGE_SIZE = 50;

const STATES = [
  { value: undefined, label: "All" },
  { value: "queued", label: "Queued" },
  { value: "sent", label: "Sent" },
  { value: "failed", label: "Failed" },
] as const;

const EMPTY_TEXTS = {
  queued: "No mail is waiting to be sent.",
  sent: "No mail has been sent.",
  failed: "No mail has failed.",
} as const;

type MailScreenProps = { state: MailSearch; onStateChange: (state: MailSearch) => void };

/** The outbox, newest first, live: a list next to the chosen mail; a phone shows one of the two. */
export function MailScreen({ state, onStateChange }: MailScreenProps) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.mail.list,
    state.status === undefined ? {} : { status: state.status },
    { initialNumItems: PAGE_SIZE },
  );
  const { id } = state;
  const sendsMail = useConfig()?.sendsMail ?? false;
  const isOpen = id !== undefined;
  const chosen = useQuery(api.mail.get, id === undefined ? "skip" : { mailId: id });
  const close = () => onStateChange({ status: state.status });
  return (
    <FillHeight>
      <PageHeader
        title="Mail"
        description="Outgoing e-mail from the last 30 days"
        actions={
          <>
            {sendsMail && <TestButton onSent={(id) => onStateChange({ id })} />}
            <div data-below>
              <SegmentedControl
                label="State"
                options={STATES}
                current={state.status}
                onChange={(status) => onStateChange({ status })}
              />
            </div>
          </>
        }
      />
      <MailStays className="mb-4">
        Messages stay here. Copy a code or link from the text and pass it on.
      </MailStays>
      <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[minmax(18rem,2fr)_3fr]">
        <Card
          className={cn(
            "flex min-h-0 flex-col overflow-hidden",
            isOpen ? "max-lg:hidden" : results.length === 0 && "lg:col-span-2",
          )}
        >
          <MailList
            mails={results}
            isLoading={status === "LoadingFirstPage"}
            chosenId={state.id}
            onChoose={(id) => onStateChange({ ...state, id })}
            onMore={status === "CanLoadMore" ? () => loadMore(PAGE_SIZE) : undefined}
            empty={
              <EmptyState icon={Inbox} title="No mail here">
                {state.status === undefined
                  ? "Codes, invitations and notices will be listed here."
                  : EMPTY_TEXTS[state.status]}
              </EmptyState>
            }
          />
        </Card>
        <Card
          className={cn(
            "min-h-0 overflow-y-auto",
            !isOpen && (results.length === 0 ? "hidden" : "max-lg:hidden"),
          )}
        >
          {chosen && <MailPreview key={chosen._id} mail={chosen} onBack={close} />}
          {!isOpen && results.length > 0 && (
            <EmptyState icon={MailOpen} title="No mail chosen">
              Choose one to see it as the recipient does.
            </EmptyState>
          )}
          {chosen === null && (
            <EmptyState
              icon={MailOpen}
              title="No such mail"
              action={
                <Button variant="outline" onClick={close}>
                  All mail
                </Button>
              }
            >
              E-mails are deleted after 30 days.
            </EmptyState>
          )}
        </Card>
      </div>
    </FillHeight>
  );
}

/** Sends a test mail to the viewer and opens it; its status updates live. */
function TestButton({ onSent }: { onSent: (mailId: string) => void }) {
  const { email } = useViewer();
  const sendTest = useMutation(api.mail.sendTest);
  const { isSending, sending } = useSending();
  const send = async () => {
    const outcome = await sending(attempt(sendTest({ to: email })));
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
