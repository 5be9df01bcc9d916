import { Check, ChevronsUpDown, LoaderCircle, Search } from "lucide-react";
import { useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { fieldClasses } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { cn } from "@/lib/utils";

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second, quieter line or word: a name, a city. */
  hint?: string;
}

export interface ComboboxProps {
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  id?: string;
  placeholder?: string;
  searchPlaceholder?: string;
  emptyText?: string;
  disabled?: boolean;
  className?: string;
  /**
   * The options come already filtered, from the server or a gazetteer: hears every typed text.
   * Without it the combobox filters `options` itself.
   */
  onSearch?: (text: string) => void;
  /** The options for the typed text are still on their way. */
  loading?: boolean;
  /** Offers the typed text itself as a value when no option is exactly that. */
  allowCustom?: boolean;
  /** What the closed control shows when `value` is not among `options`; default the value. */
  displayValue?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
  "aria-label"?: string;
}

/** More would only be scrolled past: typing narrows the list. */
const MAX_SHOWN = 100;

/** A searchable single choice. Arrows move, Enter picks, Escape closes, typing searches. */
export function Combobox({
  options,
  value,
  onChange,
  onBlur,
  placeholder = "Select…",
  searchPlaceholder = "Search…",
  emptyText = "Nothing found",
  disabled = false,
  className,
  onSearch,
  loading = false,
  allowCustom = false,
  displayValue,
  ...control
}: ComboboxProps) {
  const [open, setOpen] = useState(false);
  const selected = options.find((option) => option.value === value);
  const shown = selected?.label ?? displayValue ?? value;

  const close = (isOpen: boolean) => {
    setOpen(isOpen);
    if (!isOpen) onBlur?.();
  };

  return (
    <Popover open={open} onOpenChange={close}>
      <PopoverTrigger
        type="button"
        role="combobox"
        aria-expanded={open}
        aria-haspopup="listbox"
        disabled={disabled}
        className={cn(
          fieldClasses,
          "flex h-10 items-center justify-between gap-2 text-left sm:h-9",
          className,
        )}
        {...control}
      >
        <span className={cn("truncate", !shown && "text-muted-foreground")}>
          {shown || placeholder}
        </span>
        <ChevronsUpDown className="size-4 shrink-0 opacity-60" aria-hidden />
      </PopoverTrigger>
      <PopoverContent className="w-[max(var(--radix-popover-trigger-width),14rem)] p-0">
        <ComboboxList
          options={options}
          value={value}
          searchPlaceholder={searchPlaceholder}
          emptyText={emptyText}
          onSearch={onSearch}
          loading={loading}
          allowCustom={allowCustom}
          onPick={(picked) => {
            onChange(picked);
            close(false);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

interface ComboboxListProps {
  options: readonly ComboboxOption[];
  value: string;
  searchPlaceholder: string;
  emptyText: string;
  onSearch: ((text: string) => void) | undefined;
  loading: boolean;
  allowCustom: boolean;
  onPick: (value: string) => void;
}

/** The open part: mounted anew at every opening, so that its search starts empty. */
function ComboboxList({ options, value, onSearch, onPick, ...props }: ComboboxListProps) {
  const listId = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);

  const matches = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const found =
      onSearch || !wanted
        ? options
        : options.filter((option) =>
            `${option.label} ${option.hint ?? ""}`.toLowerCase().includes(wanted),
          );
    const shown = found.slice(0, MAX_SHOWN);
    const custom = text.trim();
    return props.allowCustom && custom && !found.some((option) => option.value === custom)
      ? [...shown, { value: custom, label: `Use "${custom}"` }]
      : shown;
  }, [options, text, onSearch, props.allowCustom]);

  const current = Math.min(active, matches.length - 1);

  const move = (to: number) => {
    const next = Math.max(0, Math.min(matches.length - 1, to));
    setActive(next);
    listRef.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 8,
      PageUp: current - 8,
    };
    const to = steps[event.key];
    const picked = matches[current];
    if (to !== undefined) {
      event.preventDefault();
      move(to);
    } else if (event.key === "Enter") {
      // Never submits the form around it.
      event.preventDefault();
      if (picked) onPick(picked.value);
    }
  };

  return (
    <>
      <div className="flex items-center gap-2 border-b px-3">
        <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        <input
          autoFocus
          className="h-10 w-full bg-transparent text-sm outline-none placeholder:text-muted-foreground focus-visible:ring-0 focus-visible:ring-offset-0"
          placeholder={props.searchPlaceholder}
          aria-label={props.searchPlaceholder}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current >= 0 ? `${listId}-${current}` : undefined}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            onSearch?.(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        {props.loading && (
          <LoaderCircle
            className="size-4 shrink-0 animate-spin text-muted-foreground"
            aria-hidden
          />
        )}
      </div>
      <div
        ref={listRef}
        id={listId}
        role="listbox"
        aria-label={props.searchPlaceholder}
        className="max-h-64 overflow-y-auto overscroll-contain p-1"
      >
        {matches.map((option, index) => (
          <div
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={option.value === value}
            className={cn(
              "flex min-h-9 cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-sm sm:min-h-8",
              index === current && "bg-accent text-accent-foreground",
            )}
            onPointerMove={() => setActive(index)}
            onClick={() => onPick(option.value)}
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate">{option.label}</span>
              {option.hint && (
                <span className="block truncate text-xs text-muted-foreground">{option.hint}</span>
              )}
            </span>
            {option.value === value && <Check className="size-4 shrink-0" aria-hidden />}
          </div>
        ))}
      </div>
      {matches.length === 0 && (
        <p className="px-3 pb-4 pt-2 text-center text-sm text-muted-foreground" role="status">
          {props.loading ? "Searching…" : props.emptyText}
        </p>
      )}
    </>
  );
}
