import { Link } from "@tanstack/react-router";
import { viewLink } from "@/components/views/viewLink";
import { useViews } from "@/hooks/data/useViews";
import { VIEW_TABLE_NAMES, VIEW_TABLES, type ViewTable } from "#domain/samples/savedViews";

type SidebarViewsProps = {
  /** Path of the table's screen. */
  path: string;
  /** Label of the table's entry. */
  label: string;
  onChoose: (() => void) | undefined;
};

/** The viewer's own views of the table at `path`, below its entry. */
export function SidebarViews({ path, ...props }: SidebarViewsProps) {
  const table = VIEW_TABLE_NAMES.find((name) => VIEW_TABLES[name] === path);
  return table === undefined ? null : <OwnViews table={table} {...props} />;
}

type OwnViewsProps = Omit<SidebarViewsProps, "path"> & { table: ViewTable };

function OwnViews({ table, label, onChoose }: OwnViewsProps) {
  const { own } = useViews(table);
  if (own.length === 0) return null;
  return (
    <li>
      <ul
        aria-label={`Views of ${label}`}
        className="mb-1 ml-4 flex flex-col border-l border-sidebar-border pl-2"
      >
        {own.map((view) => (
          <li key={view._id}>
            <Link
              {...viewLink(view)}
              {...(onChoose && { onClick: onChoose })}
              title={view.name}
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{ className: "!text-sidebar-active-foreground font-medium" }}
              className="block truncate rounded-md px-2 py-1.5 text-[13px] text-sidebar-foreground hover:bg-sidebar-active/70 hover:text-sidebar-active-foreground"
            >
              {view.name}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
