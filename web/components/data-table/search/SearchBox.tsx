import { Search, X } from "lucide-react";
import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { cn } from "@/lib/utils";
import { MAX_QUERY_TEXT } from "#domain/tables/queryLimits";
import type { TypedState } from "../useTypedState";

type SearchBoxProps = {
  /** The table state whose `q` is edited here. */
  table: Pick<TypedState, "state" | "setState" | "typeState">;
  inputRef: Ref<HTMLInputElement>;
  /** Called for arrow down: moves to the first result. */
  onDown?: () => void;
};

/** The search over all columns. Escape clears it; a second Escape leaves it. */
export function SearchBox({ table, inputRef, onDown }: SearchBoxProps) {
  const { state, setState, typeState } = table;
  const { q = "" } = state;
  const stateWith = (text: string) => ({ ...state, q: text || undefined });
  return (
    <div className="relative min-w-32 flex-1 sm:w-44 sm:max-w-72 sm:flex-auto">
      <Search
        aria-hidden
        // The narrowest phones have room for either the icon or the whole placeholder.
        className="max-[379px]:hidden pointer-events-none absolute left-2.5 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        ref={inputRef}
        type="search"
        aria-label="Search all columns"
        aria-keyshortcuts="/"
        placeholder="Search all columns..."
        maxLength={MAX_QUERY_TEXT}
        autoComplete="off"
        spellCheck={false}
        className={cn(
          "text-ellipsis pl-8 max-[379px]:pl-2.5 [&::-webkit-search-cancel-button]:hidden",
          q === "" ? "pr-2" : "pr-8",
        )}
        value={q}
        onChange={(event) => typeState(stateWith(event.target.value))}
        // Stores the search before the click that caused the blur navigates away, so that Back
        // restores it.
        onBlur={() => setState(state)}
        onKeyDown={(event) => {
          if (event.key === "Enter") setState(state);
          if (event.key === "ArrowDown" && onDown !== undefined) {
            event.preventDefault();
            event.currentTarget.blur();
            onDown();
          }
          if (event.key !== "Escape") return;
          if (q === "") event.currentTarget.blur();
          else setState(stateWith(""));
        }}
      />
      {q !== "" && (
        <span className="absolute inset-y-0 right-0.5 flex items-center">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Clear the search"
            onClick={() => setState(stateWith(""))}
          >
            <X />
          </Button>
        </span>
      )}
    </div>
  );
}
