import { Search, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

type SearchBoxProps = { value: string; onChange: (value: string) => void };

/**
 * The search over all columns. The address owns the text, but follows a moment after each key
 * stroke, so the box keeps what was typed and gives way only to a change from elsewhere (Back).
 */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState<readonly string[]>([]);
  if (seen !== value) {
    setSeen(value);
    if (sent.includes(value)) setSent(sent.slice(sent.indexOf(value) + 1));
    else setTyped(value);
  }
  const change = (next: string) => {
    setTyped(next);
    setSent([...sent, next]);
    onChange(next);
  };
  return (
    <div className="relative w-full sm:w-72">
      <Search
        aria-hidden
        className="pointer-events-none absolute left-2.5 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label="Search all columns"
        placeholder="Search all columns..."
        autoComplete="off"
        spellCheck={false}
        className="px-8 [&::-webkit-search-cancel-button]:hidden"
        value={typed}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && change("")}
      />
      {typed !== "" && (
        <span className="absolute inset-y-0 right-0.5 flex items-center">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Clear the search"
            onClick={() => change("")}
          >
            <X />
          </Button>
        </span>
      )}
    </div>
  );
}
