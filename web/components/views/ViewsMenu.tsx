import { useNavigate } from "@tanstack/react-router";
import { Bookmark, Check } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { PersonName } from "@/components/sample/Person";
import { useViews, type SavedView } from "@/hooks/data/useViews";
import { cn } from "@/lib/utils";
import { isSameView, viewState, type ViewTable } from "#domain/samples/savedViews";
import type { Role } from "#domain/custody/workflow";
import { ManageViews } from "./ManageViews";
import { SaveView } from "./SaveView";
import { viewLink } from "./viewLink";

type ViewsMenuProps = {
  table: ViewTable;
  /** Search, filters, sort and columns of the screen, as search parameters. */
  search: Readonly<Record<string, unknown>>;
  role: Role;
};

/** Menu that opens the saved views of a table, and saves the current one as another. */
export function ViewsMenu({ table, search, role }: ViewsMenuProps) {
  const [open, setOpen] = useState<"save" | "manage" | null>(null);
  const { own, shared } = useViews(table);
  const state = viewState(search);
  const current = [...own, ...shared].find((view) => isSameView(view.state, state));
  const close = () => setOpen(null);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="outline"
            aria-label={current ? `View: ${current.name}` : "Views"}
            title="Views"
            className="px-3"
          >
            <Bookmark aria-hidden className={cn(current && "fill-current")} />
            {current && <span className="max-w-40 truncate max-sm:hidden">{current.name}</span>}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="max-h-[70dvh] w-64 overflow-y-auto">
          {own.length > 0 && <DropdownMenuLabel>Your views</DropdownMenuLabel>}
          {own.map((view) => (
            <ViewItem key={view._id} view={view} isCurrent={view === current} />
          ))}
          {shared.length > 0 && <DropdownMenuLabel>Shared with you</DropdownMenuLabel>}
          {shared.map((view) => (
            <ViewItem key={view._id} view={view} isCurrent={view === current} />
          ))}
          {own.length + shared.length > 0 && <DropdownMenuSeparator />}
          <DropdownMenuItem onSelect={() => setOpen("save")}>Save this view…</DropdownMenuItem>
          {own.length > 0 && (
            <DropdownMenuItem onSelect={() => setOpen("manage")}>Your views…</DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {open === "save" && <SaveView table={table} state={state} role={role} onClose={close} />}
      {open === "manage" && <ManageViews views={own} state={state} role={role} onClose={close} />}
    </>
  );
}

function ViewItem({ view, isCurrent }: { view: SavedView; isCurrent: boolean }) {
  const navigate = useNavigate();
  return (
    <DropdownMenuItem onSelect={() => void navigate(viewLink(view))}>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{view.name}</span>
        {!view.isOwn && (
          <span className="block truncate text-xs text-muted-foreground">
            from <PersonName email={view.owner} />
          </span>
        )}
      </span>
      {isCurrent && <Check aria-label="shown now" />}
    </DropdownMenuItem>
  );
}
