import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { ArrowLeft, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { CopyableId } from "@/components/CopyableId";
import { PageHeader } from "@/components/PageHeader";
import { DateText } from "@/components/sample/DateText";
import { Person } from "@/components/sample/Person";
import { SampleMissing } from "@/components/sample/SampleMissing";
import { ReversalButtons } from "@/components/sample/ReversalButtons";
import { possibleReversals } from "@/components/sample/reversals";
import { StepLink } from "@/components/sample/StepLink";
import { possibleSteps } from "@/components/sample/steps";
import { StatusChip } from "@/components/StatusChip";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/utils";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { groupImei } from "../../../../domain/imei";
import { editRefusal, type Actor } from "../../../../domain/workflow";
import { DetailSkeleton } from "./DetailSkeleton";
import { detailSections, type DetailField } from "./sections";

type SampleDetailProps = {
  /** From the address: any text. */
  sampleId: string;
  actor: Actor;
  /** The sample's history, beside the card; it loads at the same time. */
  timeline: ReactNode;
};

/** Everything about one sample, read-only and live, with what can be done next. Source: doc 2 §2. */
export function SampleDetail({ sampleId, actor, timeline }: SampleDetailProps) {
  const sample = useQuery(api.samples.get, { sampleId });
  return (
    <>
      <PageHeader
        title="Sample Detail"
        actions={
          <Button asChild variant="ghost">
            <Link to="/private">
              <ArrowLeft aria-hidden />
              Go Back
            </Link>
          </Button>
        }
      />
      {sample === null ? (
        <SampleMissing />
      ) : (
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
          {sample ? <DetailCard sample={sample} actor={actor} /> : <DetailSkeleton />}
          {timeline}
        </div>
      )}
    </>
  );
}

function DetailCard({ sample, actor }: { sample: Doc<"samples">; actor: Actor }) {
  const steps = possibleSteps(sample, actor);
  const reversals = possibleReversals(sample, actor);
  const mayEdit = editRefusal(sample, actor) === null;
  return (
    <Card>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b p-5">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold tracking-tight">
            {sample.brand} {sample.model}
          </h2>
          <CopyableId value={sample.serialNumber} label="serial number" />
        </div>
        <StatusChip status={sample.status} className="text-sm" />
        {(steps.length + reversals.length > 0 || mayEdit) && (
          <div className="no-print flex w-full flex-wrap gap-2">
            {steps.map((step, index) => (
              <StepLink
                key={step}
                step={step}
                sample={sample}
                variant={index === 0 ? "default" : "outline"}
              />
            ))}
            <ReversalButtons steps={reversals} sample={sample} actor={actor} />
            {mayEdit && (
              <Button asChild variant="ghost">
                <Link to="/private/editsample/$id" params={{ id: sample._id }}>
                  <Pencil aria-hidden />
                  Edit
                </Link>
              </Button>
            )}
          </div>
        )}
      </header>
      {detailSections(sample).map(({ title, fields }) => (
        <section key={title} className="border-b p-5 last:border-b-0">
          <h3 className="mb-3 text-sm font-semibold">{title}</h3>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-3">
            {fields.map((field) => (
              <Entry key={field.label} field={field} />
            ))}
          </dl>
        </section>
      ))}
    </Card>
  );
}

/** On a phone only short texts stand in two columns. */
const WIDTHS: Record<DetailField["kind"], string> = {
  text: "",
  identifier: "max-sm:col-span-2",
  person: "max-sm:col-span-2",
  date: "max-sm:col-span-2",
  long: "col-span-full",
};

function Entry({ field }: { field: DetailField }) {
  return (
    <div className={cn("min-w-0", WIDTHS[field.kind], field.isWide && "col-span-2")}>
      <dt className="text-xs text-muted-foreground">{field.label}</dt>
      <dd className="mt-0.5 min-h-6 text-sm [overflow-wrap:anywhere]">
        <Value field={field} />
      </dd>
    </div>
  );
}

function Value({ field }: { field: DetailField }) {
  switch (field.kind) {
    case "identifier":
      return (
        <CopyableId
          value={field.value}
          display={groupImei(field.value)}
          label={field.label}
          className="max-w-full"
        />
      );
    case "person":
      return <Person email={field.value} />;
    case "date":
      return <DateText at={field.value} isDay={field.isDay ?? false} />;
    case "text":
    case "long":
      return field.value === "" ? (
        <span className="text-muted-foreground">–</span>
      ) : (
        <span className="whitespace-pre-wrap">{field.value}</span>
      );
  }
  return field satisfies never;
}
