import { Check } from "lucide-react";
import { useId, useState, type KeyboardEvent, useEffect } from "react";
import { Input } from "@/components/ui/input";
import { useNameOf } from "@/hooks/data/usePeople";
import { cn } from "@/lib/utils";
import { formatCount } from "#domain/common/formatCount";
import { fold } from "#domain/common/fold";
import type { ValueLabels } from "../columns";
import { optionLabel } from "./describeFilter";
import { useTableFilters } from "./filterContext";
import { matchingOptions, type FilterOption } from "./filterOptions";

type SelectFilterProps = {
  columnId: string;
  label: string;
  /** The values are people's e-mails; they are searched and shown by name. */
  isPerson: boolean;
  /** Display texts of values that are not readable themselves. */
  valueLabels: ValueLabels | undefined;
  chosen: readonly string[];
  onChange: (anyOf: string[]) => void;
};

/** Maximum number of options shown; typing narrows them down. */
const MAX_SHOWN = 200;

/**
 * "All", then the column's distinct values with their row counts. Several may be selected. The
 * search box keeps the focus: type to narrow, arrow keys to move, Enter to select.
 */
export function SelectFilter(props: SelectFilterProps) {
  const { columnId, label, isPerson, valueLabels, chosen, onChange } = props;
  const { isPartial, finder } = useTableFilters();
  const options = useNamedOptions(useOptions(columnId), isPerson);
  const isFound = finder?.columnIds.includes(columnId) ?? false;
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();

  const wanted = fold(typed.trim());
  const found = isFound && wanted !== "" ? finder?.found : undefined;
  const matching = matchingOptions(options ?? [], wanted, found ?? []);
  const shown = matching.slice(0, MAX_SHOWN);
  // "All" comes first while nothing is typed.
  const lead = wanted === "" ? 1 : 0;
  const count = shown.length + lead;

  const toggle = (value: string) =>
    onChange(
      chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value],
    );
  const choose = (index: number) => {
    const option = shown[index - lead];
    if (option) toggle(option.value);
    else if (index < lead) onChange([]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      const next = (active + step + count) % count;
      setActive(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" || (event.key === " " && typed === "")) {
      event.preventDefault();
      choose(active);
    }
  };
  const optionProps = (index: number, isChosen: boolean) => ({
    id: `${listId}-${index}`,
    role: "option",
    "aria-selected": isChosen,
    onPointerDown: (event: React.PointerEvent) => event.preventDefault(), // the box keeps the focus
    onPointerMove: () => setActive(index),
    onClick: () => choose(index),
    className: cn(
      "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 text-sm coarse:min-h-11",
      index === active && "bg-accent text-accent-foreground",
    ),
  });

  return (
    <div className="flex flex-col gap-2">
      <Input
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={`${listId}-${active}`}
        aria-label={`${label}: find a value`}
        placeholder={isFound || isPerson ? "Find by name or e-mail" : "Find a value"}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          if (isFound) finder?.onTyped(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label={label}
        aria-multiselectable
        className="-mx-1 max-h-72 overflow-y-auto overscroll-contain"
      >
        {lead === 1 && (
          <li {...optionProps(0, chosen.length === 0)}>
            <Tick isOn={chosen.length === 0} />
            All
          </li>
        )}
        {shown.map(({ value, count: rows, label: name }, index) => {
          const isChosen = chosen.includes(value);
          return (
            <li key={value} {...optionProps(index + lead, isChosen)}>
              <Tick isOn={isChosen} />
              <span className={cn("min-w-0 flex-1 truncate", value === "" && "italic")}>
                {name !== undefined && `${name} · `}
                {valueLabels?.[value] ?? optionLabel(value)}
              </span>
              {rows !== null && (
                <span className="text-xs tabular-nums text-muted-foreground">
                  {formatCount(rows)}
                  {isPartial && "+"}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <p role="status" className="text-xs text-muted-foreground empty:hidden">
        {matching.length === 0 &&
          (options === undefined || (isFound && finder?.isFinding)
            ? "Loading…"
            : "No value matches.")}
        {matching.length > MAX_SHOWN &&
          `${formatCount(matching.length - MAX_SHOWN)} more: type to narrow.`}
      </p>
    </div>
  );
}

/**
 * Labels e-mails with people's names: live for the options shown first, cached names for the rest.
 */
function useNamedOptions(options: readonly FilterOption[] | undefined, isPerson: boolean) {
  const first = isPerson ? (options ?? []).slice(0, MAX_SHOWN) : [];
  const nameOf = useNameOf(...first.map(({ value }) => value));
  if (!isPerson) return options;
  return options?.map((option) =>
    option.value === "" ? option : { ...option, label: nameOf(option.value) },
  );
}

function Tick({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-4 shrink-0 place-items-center rounded border border-input",
        isOn && "border-primary bg-primary text-primary-foreground",
      )}
    >
      {isOn && <Check className="size-3" strokeWidth={3} />}
    </span>
  );
}

/** The live values to offer for a column; undefined while loading. */
function useOptions(columnId: string): readonly FilterOption[] | undefined {
  const { loadOptions } = useTableFilters();
  const [options, setOptions] = useState<readonly FilterOption[]>();
  useEffect(() => {
    const asking = new AbortController();
    loadOptions(columnId, asking.signal).then(
      (found) => !asking.signal.aborted && setOptions(found),
      (error: unknown) => {
        if (!asking.signal.aborted) throw error;
      },
    );
    return () => asking.abort();
  }, [loadOptions, columnId]);
  return options;
}
