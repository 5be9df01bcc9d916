import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { PageHeader } from "@/components/pages/PageHeader";
import { cn } from "@/lib/utils";
import { api } from "../../../convex/_generated/api";
import { PICK_LIST_KINDS, PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";
import { PickListCard } from "./PickListCard";
import { TryOutForm } from "./TryOutForm";

/**
 * The ten pick lists of the sample forms, one of them open for editing; a form in a sheet tries out
 * all of them (docs/product.md, "Pick lists").
 */
export function ListsScreen({ open }: { open: PickListKind }) {
  return (
    <>
      <PageHeader
        title="SMS New Settings"
        tabTitle="Add New Settings"
        description="Values offered in sample forms. Changes appear in open forms immediately."
        actions={<TryOutForm />}
        className="max-w-[984px]"
      />
      <div className="grid items-start gap-4 sm:grid-cols-[13rem_minmax(0,760px)]">
        <ListChoice open={open} />
        <PickListCard key={open} kind={open} />
      </div>
    </>
  );
}

function ListChoice({ open }: { open: PickListKind }) {
  const options = useQuery(api.lookups.options, {});
  return (
    <nav aria-label="Lists" className="sm:sticky sm:top-[4.5rem]">
      <ul className="grid grid-cols-2 gap-0.5 sm:grid-cols-1">
        {PICK_LIST_KINDS.map((kind) => (
          <li key={kind}>
            <Link
              to="/pages/settingsdroplist"
              search={{ list: kind }}
              replace
              aria-current={kind === open || undefined}
              className={cn(
                "flex min-h-9 items-center justify-between gap-2 rounded-md px-3 text-sm hover:bg-accent max-sm:min-h-11",
                kind === open && "bg-accent font-medium",
              )}
            >
              {PICK_LISTS[kind].label}
              <span className="text-xs font-normal tabular-nums text-muted-foreground">
                {options?.[kind].length}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
