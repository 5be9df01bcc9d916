import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import { Banner } from "@/components/Banner";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useLostSince } from "@/hooks/useLostSince";
import { useNow } from "@/hooks/useNow";
import { deviceTime } from "@/lib/serverClock";
import { cn } from "@/lib/utils";
import { api } from "../../../convex/_generated/api";
import { VERSION } from "#domain/common/version";
import { diagnose, type Finding, type Subject } from "#domain/operations/diagnosis";
import { NO_ENGINE } from "#domain/operations/engineHealth";
import { useEngineFacts } from "./useEngineFacts";

/** Pages that show the details of a finding. */
const DETAILS: Partial<
  Record<Subject, { readonly to: "/pages/mail" | "/pages/webhooks"; readonly label: string }>
> = {
  Mail: { to: "/pages/mail", label: "Open Mail" },
  Webhooks: { to: "/pages/webhooks", label: "Open Integrations" },
};

/** The findings of `sms doctor`, for admins: live, the server's own figures every minute. */
export function HealthScreen() {
  const state = useQuery(api.operations.state, {});
  const { reading, isRefreshing, refresh } = useEngineFacts();
  const lostSince = useLostSince();
  const now = useNow();
  const isLoading = state === undefined || reading.state === "reading";
  const engine = reading.state === "read" ? reading.facts : null;
  const reader = { name: "page", now: deviceTime(now), version: VERSION } as const;
  const findings = isLoading ? [] : byUrgency(diagnose({ ...state, now }, engine, reader));
  return (
    <>
      <PageHeader
        title="Server health"
        description={
          <>
            What needs attention, and how to fix it. In a terminal, run{" "}
            <code className="whitespace-nowrap">sms doctor</code>.
          </>
        }
        actions={
          <Button variant="outline" loading={isRefreshing} onClick={() => void refresh()}>
            <RefreshCw aria-hidden />
            Refresh
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {reading.state === "failed" && (
          <Banner tone="error">
            The server’s own figures (data, disk, backups, jobs) cannot be read. {reading.reason}
          </Banner>
        )}
        {isLoading ? (
          <Skeleton className="h-[38px]" />
        ) : (
          <Summary
            findings={findings}
            isComplete={reading.state === "read" && lostSince === null}
          />
        )}
        <Card>
          {isLoading ? (
            <FindingsSkeleton />
          ) : (
            <ul className="divide-y">
              {findings.map((finding) => (
                <FindingRow key={finding.subject} finding={finding} />
              ))}
            </ul>
          )}
        </Card>
        {reading.state === "read" && reading.facts === null && (
          <p className="text-sm text-muted-foreground">{NO_ENGINE}</p>
        )}
      </div>
    </>
  );
}

function FindingsSkeleton() {
  return (
    <div aria-busy className="divide-y">
      {Array.from({ length: 11 }, (_, row) => (
        <div key={row} className="flex h-[41px] items-center gap-3 px-4 sm:px-5">
          <Skeleton className="size-4 rounded-full" />
          <Skeleton className="h-4 w-full max-w-72" />
        </div>
      ))}
    </div>
  );
}

/** Lists what needs attention first. */
const byUrgency = (findings: readonly Finding[]) => [
  ...findings.filter(({ isWell }) => !isWell),
  ...findings.filter(({ isWell }) => isWell),
];

type SummaryProps = {
  findings: readonly Finding[];
  /** True if every figure was read and is current. */
  isComplete: boolean;
};

function Summary({ findings, isComplete }: SummaryProps) {
  const problems = findings.filter(({ isWell }) => !isWell).length;
  if (problems > 0) {
    const text = problems === 1 ? "1 thing needs attention" : `${problems} things need attention`;
    return <Banner tone="warning">{text}.</Banner>;
  }
  return isComplete && <Banner tone="success">All is well.</Banner>;
}

function FindingRow({ finding: { subject, isWell, text, remedy } }: { finding: Finding }) {
  const details = isWell ? undefined : DETAILS[subject];
  const Icon = isWell ? CircleCheck : TriangleAlert;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm sm:px-5">
      <div className="grid min-w-0 flex-1 basis-64 grid-cols-[auto_minmax(0,1fr)] gap-x-3 sm:grid-cols-[auto_6rem_minmax(0,1fr)]">
        <Icon
          aria-hidden
          className={cn(
            "mt-0.5 size-4",
            isWell ? "text-success-foreground" : "text-warning-foreground",
          )}
        />
        <h2 className="font-medium">
          {subject}
          <span className="sr-only">{isWell ? ": well" : ": needs attention"}</span>
        </h2>
        <div className="max-sm:col-start-2">
          <p className={cn("[overflow-wrap:anywhere]", isWell && "text-muted-foreground")}>
            {text}
          </p>
          {remedy !== undefined && (
            <p className="mt-0.5 text-muted-foreground [overflow-wrap:anywhere]">{remedy}</p>
          )}
        </div>
      </div>
      {details && (
        <Button asChild variant="outline" size="sm" className="max-sm:ml-7">
          <Link to={details.to}>{details.label}</Link>
        </Button>
      )}
    </li>
  );
}
