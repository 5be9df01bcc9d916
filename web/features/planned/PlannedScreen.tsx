import { Link } from "@tanstack/react-router";
import { EmptyState } from "@/components/EmptyState";
import { PageHeader } from "@/components/PageHeader";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PLANNED_AREAS, type PlannedArea } from "./areas";

/**
 * Stands at the address of a screen that is not built yet: says what it will be for, and what does
 * its job until then.
 */
export function PlannedScreen({ area }: { area: PlannedArea }) {
  const { title, icon, purpose, meanwhile, links } = PLANNED_AREAS[area];
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon={icon}
          title="Not in this version yet"
          action={links.map(({ label, to }, index) => (
            <Button key={to} asChild variant={index === 0 ? "default" : "outline"}>
              <Link to={to}>{label}</Link>
            </Button>
          ))}
        >
          <p>{purpose}</p>
          <p className="mt-2">{meanwhile}</p>
        </EmptyState>
      </Card>
    </>
  );
}
