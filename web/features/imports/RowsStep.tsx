import { useDeferredValue, useMemo, useState } from "react";
import { Search } from "lucide-react";
import { Input } from "@/components/ui/input";
import { useScanner } from "@/hooks/keys/useScanner";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { formatCount } from "#domain/common/formatCount";
import { scannedValue } from "#domain/identifiers/identifierLookup";
import type { RowResult } from "#domain/imports/importResults";
import type { ImportRun, RunState } from "./importRun";
import { RowList } from "./RowList";
import { StepSection } from "./StepSection";
import { useRunState } from "./useImportRun";

const FILTERS = [
  { value: "all", label: "All", has: () => true },
  { value: "refused", label: "Refused", has: ({ outcome }) => outcome === "refused" },
  { value: "warnings", label: "Warnings", has: ({ warning }) => warning !== undefined },
  { value: "flagged", label: "Flagged", has: ({ flagged }) => flagged === true },
  { value: "imported", label: "New", has: ({ outcome }) => outcome === "imported" },
  { value: "updated", label: "Updates", has: ({ outcome }) => outcome === "updated" },
  { value: "already", label: "Already there", has: ({ outcome }) => outcome === "already" },
  { value: "skipped", label: "Skipped", has: ({ outcome }) => outcome === "skipped" },
] as const satisfies readonly {
  value: string;
  label: string;
  has: (result: RowResult) => boolean;
}[];
type Filter = (typeof FILTERS)[number]["value"];

/** What to do about refused rows, before and after the upload. */
const REFUSED_NOTES = {
  before:
    "Correct refused rows here or in your file. A corrected row is checked again immediately.",
  after: "Refused rows are in the file of refused rows. Correct them there, then import that file.",
};

/** All rows with their outcomes; refused ones come first and are corrected in place. */
export function RowsStep({ run, headings }: { run: ImportRun; headings: readonly string[] }) {
  const state = useRunState(run);
  const [picked, setPicked] = useState<Filter | null>(null);
  const [text, setText] = useState("");
  useScanner((scanned) => {
    setPicked("all");
    setText(scannedValue(scanned));
  });
  const search = useDeferredValue(text.trim().toLowerCase());
  const filter = picked ?? (state.counts.refused > 0 ? "refused" : "all");
  const found = useMemo(() => rowsShown(run, filter, search, state), [run, filter, search, state]);
  // The same array until a row is added or removed: for a new array, the list measures all rows
  // again.
  const [shown, setShown] = useState(found);
  if (!isSameList(shown, found)) setShown(found);
  return (
    <StepSection
      title="Rows"
      note={
        state.counts.refused > 0 && REFUSED_NOTES[state.phase === "finished" ? "after" : "before"]
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl
          label="Rows shown"
          options={optionsOf(state)}
          current={filter}
          onChange={setPicked}
        />
        <div className="relative min-w-0 flex-1 basis-56 sm:max-w-xs">
          <Search
            className="absolute left-2.5 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
            aria-hidden
          />
          <Input
            type="search"
            aria-label="Search the rows"
            placeholder="Search the rows..."
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="pl-8"
          />
        </div>
      </div>
      <RowList key={`${filter} ${search}`} run={run} headings={headings} indexes={shown} />
    </StepSection>
  );
}

function optionsOf({ counts }: RunState) {
  const total = counts.imported + counts.updated + counts.already + counts.skipped + counts.refused;
  return FILTERS.flatMap(({ value, label }) => {
    const count = value === "all" ? total : counts[value];
    if (count === 0 && value !== "all" && value !== "refused") return [];
    return {
      value,
      label,
      badge: (
        <span className="text-xs tabular-nums text-muted-foreground">{formatCount(count)}</span>
      ),
    };
  });
}

const isSameList = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((place, index) => place === other[index]);

/** Indexes into `run.rows` of the answered rows that match. About 5 ms for 100,000 rows. */
function rowsShown(run: ImportRun, filter: Filter, search: string, _state: RunState): number[] {
  const has = FILTERS.find(({ value }) => value === filter)?.has ?? (() => true);
  const shown: number[] = [];
  run.rows.forEach(({ row, cells }, index) => {
    const result = run.resultOf(row);
    if (result === undefined || !has(result)) return;
    if (search === "" || cells.some((cell) => cell.toLowerCase().includes(search))) {
      shown.push(index);
    }
  });
  return shown;
}
