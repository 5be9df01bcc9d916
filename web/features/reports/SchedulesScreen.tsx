import { Link } from "@tanstack/react-router";
import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { ConfirmedButton } from "@/components/ConfirmedButton";
import { EmptyState } from "@/components/pages/EmptyState";
import { PageHeader } from "@/components/pages/PageHeader";
import { RelativeTime } from "@/components/RelativeTime";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import { FREQUENCY_LABELS } from "#domain/reports/scheduledReports";

type Schedule = FunctionReturnType<typeof api.reports.list>[number];

/** The reports mailed to the reader, which they can pause and delete. */
export function SchedulesScreen() {
  const schedules = useQuery(api.reports.list, {});
  return (
    <>
      <PageHeader
        title="Scheduled Reports"
        description="Reports e-mailed to you on a schedule, with the samples you can see at that time"
        actions={
          schedules !== undefined &&
          schedules.length > 0 && (
            <Button asChild variant="outline">
              <Link to="/private/exportreportfs">New report</Link>
            </Button>
          )
        }
      />
      <Card className="max-w-4xl">
        {schedules === undefined && <Skeleton aria-busy className="m-5 h-16" />}
        {schedules?.length === 0 && (
          <EmptyState
            icon={CalendarClock}
            title="No reports scheduled"
            action={
              <Button asChild>
                <Link to="/private/exportreportfs">New report</Link>
              </Button>
            }
          >
            Set filters in Export Report Sample, then choose Send by mail.
          </EmptyState>
        )}
        <ul className="divide-y">
          {schedules?.map((schedule) => (
            <ScheduleRow key={schedule._id} {...schedule} />
          ))}
        </ul>
      </Card>
    </>
  );
}

function ScheduleRow(schedule: Schedule) {
  const { _id, name, frequency, state, dueAt, lastSentAt, failedAt } = schedule;
  const setPaused = useMutation(api.reports.setPaused);
  const remove = useMutation(api.reports.remove);
  const [isPausing, setPausing] = useState(false);
  const isPaused = dueAt === undefined;
  const pause = async () => {
    setPausing(true);
    const outcome = await attempt(setPaused({ scheduleId: _id, isPaused: !isPaused }));
    setPausing(false);
    if (!outcome.ok) toast.error(outcome.message);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-2 font-medium [overflow-wrap:anywhere]">
          <Link
            to="/private/exportreportfs"
            search={state as Record<string, never>}
            className="underline-offset-4 hover:underline coarse:min-h-11 coarse:py-3"
          >
            {name}
          </Link>
          {isPaused && <Badge>{failedAt === undefined ? "Paused" : "Failed"}</Badge>}
        </p>
        <p className="text-xs text-muted-foreground">
          {FREQUENCY_LABELS[frequency]}
          {!isPaused && (
            <>
              {" · next "}
              <RelativeTime at={dueAt} />
            </>
          )}
          {lastSentAt !== undefined && (
            <>
              {" · last sent "}
              <RelativeTime at={lastSentAt} />
            </>
          )}
          {failedAt !== undefined && (
            <>
              {" · could not be sent "}
              <RelativeTime at={failedAt} />
              {": resume it to try again"}
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="sm"
          loading={isPausing}
          aria-label={`${isPaused ? "Resume" : "Pause"} ${name}`}
          onClick={() => void pause()}
        >
          {isPaused ? "Resume" : "Pause"}
        </Button>
        <ConfirmedButton
          trigger={
            <Button variant="ghost" size="sm" aria-label={`Delete ${name}`}>
              Delete
            </Button>
          }
          question={`Delete “${name}”?`}
          explanation="It is no longer e-mailed. To keep it, pause it instead."
          confirm="Delete"
          run={() => remove({ scheduleId: _id })}
        />
      </div>
    </li>
  );
}
