import { Link } from "@tanstack/react-router";
import { PersonName } from "@/components/sample/Person";
import type { StockTakeSummary } from "./types";

/**
 * Describes which samples a stock-take expects: "Lisbon, shelf 3", a name, or a link to the
 * filters.
 */
export function RuleText({ rule }: { rule: StockTakeSummary["rule"] }) {
  switch (rule.kind) {
    case "place":
      return <>{[rule.city, rule.location].filter(Boolean).join(", ")}</>;
    case "person":
      return (
        <>
          what <PersonName email={rule.email} /> holds
        </>
      );
    case "filter":
      return (
        <Link
          to="/private/reportfs"
          search={rule.state as Record<string, never>}
          className="underline underline-offset-4 hover:text-foreground"
        >
          samples of a report
        </Link>
      );
    case "numbers":
      return <>a list of numbers</>;
    default:
      return rule satisfies never;
  }
}
