import { usePaginatedQuery, useQuery } from "convex/react";
import { Search } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { StatusCounts } from "#domain/custody/statuses";
import { PeopleBars } from "@/components/charts/PeopleBars";
import { StatusLegend } from "@/components/charts/StatusLegend";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { TYPING_PAUSE_MS, useDebouncedValue } from "@/hooks/useDebouncedValue";
import { useLatest } from "@/hooks/useLatest";
import { reportLink } from "@/lib/reportLink";

const FIRST_BARS = 20;
const MORE_BARS = 100;

type AnalyticsChartProps = {
  email: string;
  ownCounts: StatusCounts;
  /** False for a user, who sees only their own bar. */
  hasColleagues: boolean;
};

/**
 * Draws one bar per person: the viewer's own first, then the largest holders (docs/product.md,
 * "Dashboard").
 */
export function AnalyticsChart({ email, ownCounts, hasColleagues }: AnalyticsChartProps) {
  const [typed, setTyped] = useState("");
  const { people, isLoading, more } = usePeopleCounts(typed.trim());
  const own = typed.trim() === "" ? [{ email, counts: ownCounts }] : [];

  return (
    <section aria-labelledby="chart" aria-busy={isLoading}>
      <Card className="p-4">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h2 id="chart" className="text-base font-semibold tracking-tight">
            Analytics
          </h2>
          {hasColleagues && <PersonSearch text={typed} onText={setTyped} />}
        </div>
        <div className="mb-3">
          <StatusLegend />
        </div>
        {people.length === 0 && own.length === 0 && !isLoading ? (
          <p className="py-6 text-center text-sm text-muted-foreground">
            No person with samples matches “{typed.trim()}”.
          </p>
        ) : (
          <PeopleBars
            people={[...own, ...people]}
            viewer={email}
            linkTo={(holder, status) =>
              reportLink({ holder, ...(status && { statuses: [status] }) })
            }
          />
        )}
        {more}
      </Card>
    </section>
  );
}

/** The colleagues whose names match `search`, or a page of all; `more` loads the next page. */
function usePeopleCounts(search: string) {
  const settled = useDebouncedValue(search, TYPING_PAUSE_MS);
  const paged = usePaginatedQuery(api.dashboard.colleagues, {}, { initialNumItems: FIRST_BARS });
  const answer = useQuery(
    api.dashboard.findColleagues,
    settled === "" ? "skip" : { search: settled },
  );
  // The previous result is shown until the next one arrives, so that the bars do not flicker while
  // typing.
  const found = useLatest(answer);
  if (search !== "") {
    const isLoading = answer === undefined || search !== settled;
    return { people: found ?? [], isLoading, more: null };
  }
  const { results, status, loadMore } = paged;
  const more = status !== "Exhausted" && (
    <Button
      variant="ghost"
      size="sm"
      className="mt-2"
      loading={status !== "CanLoadMore"}
      onClick={() => loadMore(MORE_BARS)}
    >
      Show more people
    </Button>
  );
  return { people: results, isLoading: status === "LoadingFirstPage", more };
}

function PersonSearch({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <div className="no-print relative w-full sm:w-56">
      <Search
        aria-hidden
        className="pointer-events-none absolute left-2.5 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label="Search people"
        placeholder="Search people..."
        autoComplete="off"
        spellCheck={false}
        className="pl-8"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
