import { Search, X } from "lucide-react";
import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { MAX_QUERY_TEXT } from "../../../../domain/tableFilters";
import { useTypedText } from "./useTypedText";

type SearchBoxProps = {
  value: string;
  onChange: (value: string) => void;
  inputRef: Ref<HTMLInputElement>;
};

/** The search over all columns. Escape clears it, then leaves it. */
export function SearchBox({ value, onChange, inputRef }: SearchBoxProps) {
  const { text, change, settle } = useTypedText(value, onChange);
  return (
    <div className="relative min-w-0 flex-1 sm:w-72 sm:flex-none">
      <Search
        aria-hidden
        className="pointer-events-none absolute left-2.5 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
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
        className="px-8 [&::-webkit-search-cancel-button]:hidden"
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") settle(text);
          if (event.key !== "Escape") return;
          if (text === "") event.currentTarget.blur();
          else settle("");
        }}
      />
      {text !== "" && (
        <span className="absolute inset-y-0 right-0.5 flex items-center">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Clear the search"
            onClick={() => settle("")}
          >
            <X />
          </Button>
        </span>
      )}
    </div>
  );
}
