import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { RefreshCw } from "lucide-react";
import { Banner } from "@/components/Banner";
import { PageHeader } from "@/components/pages/PageHeader";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/hooks/useNow";
import { deviceTime } from "@/lib/serverClock";
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
  const now = useNow();
  const isLoading = state === undefined || reading.state === "reading";
  const engine = reading.state === "read" ? reading.facts : null;
  const reader = { name: "page", now: deviceTime(now), version: VERSION } as const;
  const findings = isLoading ? [] : diagnose({ ...state, now }, engine, reader);
  return (
    <>
      <PageHeader
        title="Server health"
        description="What needs attention, and what to do about it. The command sms doctor says the same."
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
        {!isLoading && <Summary findings={findings} isComplete={reading.state === "read"} />}
        <Card>
          {isLoading ? (
            <Skeleton aria-busy className="m-5 h-64" />
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

type SummaryProps = { findings: readonly Finding[]; isComplete: boolean };

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
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="flex flex-wrap items-center gap-2 font-medium">
          {subject}
          <Badge variant={isWell ? "success" : "warning"}>
            {isWell ? "Well" : "Needs attention"}
          </Badge>
        </h2>
        <p className="mt-0.5 text-muted-foreground [overflow-wrap:anywhere] first-letter:uppercase">
          {text}
        </p>
        {remedy !== undefined && <p className="mt-1 [overflow-wrap:anywhere]">{remedy}</p>}
      </div>
      {details && (
        <Button asChild variant="outline" size="sm">
          <Link to={details.to}>{details.label}</Link>
        </Button>
      )}
    </li>
  );
}
