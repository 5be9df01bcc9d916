import { cn } from "@/lib/utils";

/** What the address says of the order (`sort`), and what people read. */
const ORDERS = [
  { sort: undefined, label: "Newest first" },
  { sort: "country", label: "By country" },
] as const;

type OrderSwitchProps = {
  sort: string | undefined;
  onChange: (sort: string | undefined) => void;
};

/** Supervisors see their team's records by country, too, newest first in each. Source: doc 2 §6. */
export function OrderSwitch({ sort, onChange }: OrderSwitchProps) {
  return (
    <div
      role="group"
      aria-label="Order"
      className="flex items-center gap-1 rounded-lg bg-muted p-1"
    >
      {ORDERS.map((order) => (
        <button
          key={order.label}
          type="button"
          aria-pressed={sort === order.sort}
          onClick={() => onChange(order.sort)}
          className={cn(
            "inline-flex h-8 items-center whitespace-nowrap rounded-md px-3 text-sm font-medium transition-colors md:h-7",
            sort === order.sort
              ? "bg-card text-foreground shadow-sm"
              : "text-muted-foreground hover:text-foreground",
          )}
        >
          {order.label}
        </button>
      ))}
    </div>
  );
}
