import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useDeferredValue, useState, isValidElement, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Wordmark } from "@/components/Wordmark";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";
import { authStorage } from "@/lib/account/authStorage";
import { fold } from "#domain/common/fold";
import { searchWords } from "#domain/identifiers/identifierLookup";
import { GuideSection, type Guide } from "./Guide";
import { ACCOUNT_GUIDES } from "./accountGuides";
import { PEOPLE_GUIDES } from "./peopleGuides";
import { SAMPLE_GUIDES } from "./sampleGuides";
import { TOOL_GUIDES } from "./toolGuides";

/** The public guide at /docs: contents at the side, and a search over the whole text. */
export function HelpScreen() {
  useDocumentTitle("Help");
  const [search, setSearch] = useState("");
  const found = findGuides(useDeferredValue(search));
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-5xl flex-col px-5 pb-16">
      <header className="no-print flex h-16 items-center justify-between">
        <Link
          to="/"
          aria-label="SMS home page"
          className="flex items-center rounded-md coarse:h-11"
        >
          <Wordmark />
        </Link>
        <Button asChild variant="outline">
          {authStorage.hasSession() ? (
            <Link to="/dashboard/homefs">Back to the dashboard</Link>
          ) : (
            <Link to="/auth/sign-in">Sign-In</Link>
          )}
        </Button>
      </header>
      <div className="grid gap-x-12 gap-y-6 pt-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <aside className="no-print flex min-w-0 flex-col gap-4 self-start lg:sticky lg:top-6">
          <h1 className="text-3xl font-semibold tracking-tight">Help</h1>
          <div className="relative">
            <Search
              aria-hidden
              className="pointer-events-none absolute left-2.5 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
            />
            <Input
              type="search"
              aria-label="Search the help"
              placeholder="Search the help"
              className="pl-8"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
          <Contents guides={found} />
        </aside>
        <main className="flex min-w-0 max-w-2xl flex-col gap-10">
          <p role="status" className="text-muted-foreground empty:hidden">
            {found.length === 0 && `No help topic mentions “${search}”. Try another word.`}
          </p>
          {found.map((guide) => (
            <GuideSection key={guide.id} {...guide} />
          ))}
          <p className="border-t pt-6 text-xs text-muted-foreground">
            Places: GeoNames, CC BY 4.0. Map: Natural Earth.
          </p>
        </main>
      </div>
    </div>
  );
}

function Contents({ guides }: { guides: readonly Guide[] }) {
  return (
    <nav aria-label="On this page">
      {/* One line that scrolls sideways, unless it has a column of its own. */}
      <ul className="-mx-5 flex gap-2 overflow-x-auto px-5 text-sm [scrollbar-width:none] lg:mx-0 lg:flex-col lg:gap-0.5 lg:overflow-visible lg:px-0">
        {guides.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <Link
              to="/docs"
              hash={id}
              className="inline-flex w-full rounded-full border bg-card px-3 py-1.5 hover:bg-accent coarse:py-3 lg:rounded-md lg:border-0 lg:bg-transparent lg:px-2.5 lg:text-muted-foreground lg:hover:text-foreground"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** All guides, in the order of the page. */
const GUIDES: readonly Guide[] = [
  ...ACCOUNT_GUIDES,
  ...SAMPLE_GUIDES,
  ...TOOL_GUIDES,
  ...PEOPLE_GUIDES,
];

/** Returns the guides that contain each word of `search`, ignoring case and accents. */
function findGuides(search: string): readonly Guide[] {
  const words = searchWords(search);
  return GUIDES.filter(({ title, body }) => {
    const text = fold(`${title} ${textOf(body)}`);
    return words.every((word) => text.includes(word));
  });
}

/** Text content of a guide, including the alternative texts of its pictures. */
function textOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map((each: ReactNode) => textOf(each)).join(" ");
  if (!isValidElement<{ children?: ReactNode; alt?: string }>(node)) return "";
  return `${node.props.alt ?? ""} ${textOf(node.props.children)}`;
}
