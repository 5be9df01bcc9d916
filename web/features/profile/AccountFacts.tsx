import { Person } from "@/components/sample/Person";
import { useViewer, type Viewer } from "@/hooks/data/useViewer";
import { ROLE_LABELS } from "#domain/people/roles";
import { SideCard } from "./SideCard";

/** Account data that only admins can change: role, supervisor and limits. */
export function AccountFacts() {
  const viewer = useViewer();
  return (
    <SideCard title="Account" description="Only an admin can change these.">
      <dl className="flex flex-col gap-2.5 text-sm">
        <Fact label="Email">{viewer.email}</Fact>
        <Fact label="Role">{ROLE_LABELS[viewer.role]}</Fact>
        <Fact label="Supervisor">
          <Person email={viewer.supervisor} />
        </Fact>
        {limitsOf(viewer).map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
    </SideCard>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-x-4">
      <dt className="shrink-0 text-muted-foreground">{label}</dt>
      <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

/** Labels and texts of the limits of the viewer. */
function limitsOf(viewer: Viewer): [label: string, value: string][] {
  return [
    ["Transfer overdue after", days(viewer.trInTransitDays)],
    ["Return overdue after", days(viewer.trInReturnDays)],
    ["Lost request overdue after", days(viewer.trOSRequestDays)],
    ["Samples in responsibility", `up to ${viewer.trOwnerSamples}`],
    ["Samples in use", `up to ${viewer.samplmax}`],
  ];
}
