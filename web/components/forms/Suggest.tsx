import { Check, ChevronsUpDown } from "lucide-react";
import {
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import type { FieldControl } from "@/components/forms/Field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverAnchor, PopoverContent } from "@/components/ui/popover";
import { cn } from "@/lib/utils";

type Suggestion = { value: string; content?: ReactNode };

type SuggestProps = {
  control: FieldControl;
  inputRef: Ref<HTMLInputElement>;
  /** Accessible name of the list. */
  label: string;
  text: string;
  onText: (text: string) => void;
  suggestions: readonly Suggestion[];
  onPick: (value: string) => void;
  onBlur: () => void;
  /**
   * The value that the text represents; null: none. If set, the list marks it with a tick and shows
   * all values, because the text is not a search.
   */
  picked: string | null;
  /** Tooltip: the picked value, if the text is another name for it. */
  title?: string | undefined;
  placeholder?: string;
  autoFocus?: boolean;
  /** Shown if there are no suggestions; if undefined, the list closes then. */
  emptyText?: string;
  /**
   * For a field that mainly takes other texts, and only sometimes has suggestions: it is drawn as a
   * plain field. Its `onKeyDown` gets the keys that the list does not use.
   */
  plain?: Pick<ComponentProps<typeof Input>, "onKeyDown" | "onPaste" | "enterKeyHint"> & {
    "data-scans": string;
  };
};

/**
 * A text field with suggestions below it. While typing, the best match is highlighted, and Enter
 * takes it; arrows move, Escape closes, Tab keeps the typed text. The caller interprets such a
 * text.
 */
export function Suggest({
  control,
  inputRef,
  suggestions,
  text,
  picked,
  plain,
  ...props
}: SuggestProps) {
  const isPicked = picked !== null;
  const [isOpen, setIsOpen] = useState(false);
  /** The value highlighted by the arrow keys; null: the best match while typing, else none. */
  const [marked, setMarked] = useState<string | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const [isStated, setIsStated] = useState(false);
  const listId = useId();
  const anchorRef = useRef<HTMLDivElement>(null);
  const isShown =
    isOpen && !(isPicked && isTyping) && (suggestions.length > 0 || props.emptyText !== undefined);
  const bestMatch = isTyping && text.trim() !== "" ? 0 : -1;
  const active =
    marked === null ? bestMatch : suggestions.findIndex(({ value }) => value === marked);

  const open = () => {
    if (!isShown && isPicked) {
      setIsTyping(false);
      setMarked(picked);
    }
    setIsOpen(true);
  };
  const pick = (value: string) => {
    props.onPick(value);
    setIsStated(true);
    setIsOpen(false);
  };
  const move = (step: 1 | -1) => {
    if (!isShown && isPicked) return open();
    setIsOpen(true);
    const count = Math.max(1, suggestions.length);
    const next = active < 0 && step < 0 ? count - 1 : (active + step + count) % count;
    setMarked(suggestions[next]?.value ?? null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = suggestions[active];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && isShown && chosen) {
      event.preventDefault(); // this Enter chooses; the next one moves on
      pick(chosen.value);
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      setIsOpen(false);
    } else {
      plain?.onKeyDown?.(event);
    }
  };

  return (
    <Popover open={isShown} onOpenChange={setIsOpen}>
      <PopoverAnchor asChild>
        <div ref={anchorRef} className="relative">
          <Input
            {...control}
            {...plain}
            ref={inputRef}
            role="combobox"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={
              isShown && suggestions[active] ? `${listId}-${active}` : undefined
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            title={props.title}
            placeholder={props.placeholder}
            autoFocus={props.autoFocus}
            className={plain ? "font-mono" : "pr-9"}
            value={text}
            onChange={(event) => {
              props.onText(event.target.value);
              setMarked(null);
              setIsTyping(true);
              setIsStated(true);
              setIsOpen(true);
            }}
            // A text that represents another value is selected, so that typing replaces all of it.
            onFocus={({ currentTarget }) => props.title !== undefined && currentTarget.select()}
            onClick={open}
            onBlur={() => {
              setIsOpen(false);
              props.onBlur();
            }}
            onKeyDown={onKeyDown}
          />
          {plain === undefined && (
            <span
              aria-hidden
              className="pointer-events-none absolute right-3 top-1/2 -translate-y-1/2 [&_svg]:size-4"
            >
              {isPicked && isStated ? (
                <Check className="text-success-foreground" />
              ) : (
                <ChevronsUpDown className="text-muted-foreground" />
              )}
            </span>
          )}
        </div>
      </PopoverAnchor>
      <PopoverContent
        role="presentation" // a list below a field, not a dialog
        // The field keeps the focus, for typing and for the arrow keys.
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (anchorRef.current?.contains(event.target as Node)) event.preventDefault();
        }}
        className="w-[--radix-popover-trigger-width] min-w-56 p-1"
      >
        <SuggestionList
          id={listId}
          label={props.label}
          suggestions={suggestions}
          picked={picked}
          active={active}
          onPick={pick}
          onMark={setMarked}
        />
        {suggestions.length === 0 && (
          <p
            className="line-clamp-3 px-2 py-3 text-sm text-muted-foreground [overflow-wrap:anywhere]"
            role="status"
          >
            {props.emptyText}
          </p>
        )}
      </PopoverContent>
    </Popover>
  );
}

type SuggestionListProps = {
  /** The option at `index` has the id `<id>-<index>`. */
  id: string;
  label: string;
  suggestions: readonly Suggestion[];
  picked: string | null;
  /** Index of the highlighted suggestion; -1: none. */
  active: number;
  onPick: (value: string) => void;
  onMark: (value: string) => void;
};

function SuggestionList({ id, label, suggestions, ...props }: SuggestionListProps) {
  return (
    <ul id={id} role="listbox" aria-label={label} className="max-h-64 overflow-y-auto">
      {suggestions.map(({ value, content }, index) => (
        <li
          key={value}
          ref={index === props.active ? keepInSight : undefined}
          id={`${id}-${index}`}
          role="option"
          aria-selected={value === props.picked}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => props.onPick(value)}
          onPointerMove={() => props.onMark(value)}
          className={cn(
            "cursor-default rounded-md px-2 py-1.5 text-sm coarse:flex coarse:min-h-11 coarse:flex-col coarse:justify-center",
            index === props.active && "bg-accent text-accent-foreground",
          )}
        >
          {content ?? value}
        </li>
      ))}
    </ul>
  );
}

function keepInSight(option: HTMLElement | null) {
  option?.scrollIntoView({ block: "nearest" });
}
