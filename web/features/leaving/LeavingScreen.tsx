import { useQuery, usePaginatedQuery } from "convex/react";
import { UserX } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { EmptyState } from "@/components/pages/EmptyState";
import { PageHeader } from "@/components/pages/PageHeader";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useViewer } from "@/hooks/data/useViewer";
import { MAX_BASKET } from "#domain/baskets/baskets";
import type { Status } from "#domain/custody/statuses";
import { LockAccount } from "./LockAccount";
import { SampleChoice } from "./SampleChoice";
import type { Doc } from "../../../convex/_generated/dataModel";

const TITLE = "Leaving";

/** Steps that withdraw a request and leave the sample with its sender. */
const TAKE_BACK = ["cancelTransfer", "cancelReturn", "cancelLost"] as const;

const HAND_OVER =
  "Hand over everything to one person, or split it between several. Samples stay with the person leaving until they are received.";
const ASK_AGAIN = "Take these requests back, so that the senders can ask someone else.";
const FOR_ADMINS = "An admin hands these over. All admins have them in their inbox.";

/**
 * Screen for a person who leaves, for admins; the supervisor may look. Lists the samples the person
 * holds, to transfer, and the requests addressed to them, to take back; and locks the account.
 */
export function LeavingScreen({ uid }: { uid: string }) {
  const actor = useViewer();
  const person = useQuery(api.users.get, { uid });
  const awaited = useQuery(api.employees.awaits, { uid });
  const held = useHeld(uid);
  const isAdmin = actor.role === "admin";
  if (person === undefined) return <Skeleton className="h-64" />;
  if (person === null) {
    return (
      <>
        <PageHeader title={TITLE} />
        <Card>
          <EmptyState icon={UserX} title="No such person">
            The person may have been removed, or the link is incomplete.
          </EmptyState>
        </Card>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={`${TITLE}: ${person.displayName}`}
        tabTitle={TITLE}
        description={person.email}
        back="/pages/employees"
      />
      <div className="flex max-w-[960px] flex-col gap-5">
        <SampleChoice
          title="Holds"
          note={isAdmin ? HAND_OVER : FOR_ADMINS}
          empty="They hold no samples."
          leaver={person.email}
          samples={held.samples}
          isCut={held.isCut}
          actor={actor}
        />
        <SampleChoice
          title="Waiting for their answer"
          note={isAdmin ? ASK_AGAIN : FOR_ADMINS}
          empty="No samples are waiting for them."
          leaver={person.email}
          samples={awaited?.samples}
          isCut={awaited?.isCut ?? false}
          actor={actor}
          only={TAKE_BACK}
        />
        {isAdmin && <LockAccount person={person} isSelf={person._id === actor._id} />}
      </div>
    </>
  );
}

/**
 * Reads the samples that a person is responsible for, live: the first page per status, at most 200
 * samples (convex/model/common/pages.ts). `isCut`: there are more. `samples`: undefined while
 * loading.
 */
function useHeld(uid: string): { samples: Doc<"samples">[] | undefined; isCut: boolean } {
  const pages = [
    useStatus(uid, "Registered"),
    useStatus(uid, "In Use"),
    useStatus(uid, "In Transit"),
    useStatus(uid, "In Return"),
    useStatus(uid, "Request Lost"),
  ];
  const isLoading = pages.some(({ status }) => status === "LoadingFirstPage");
  return {
    samples: isLoading ? undefined : pages.flatMap(({ results }) => results),
    isCut: pages.some(({ status }) => status === "CanLoadMore"),
  };
}

function useStatus(uid: string, status: Status) {
  const page = { initialNumItems: MAX_BASKET };
  return usePaginatedQuery(api.employees.holds, { uid, status }, page);
}
