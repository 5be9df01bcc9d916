import { SegmentedControl } from "@/components/forms/SegmentedControl";

/** The values of `sort` in the URL, with their labels. */
const ORDERS = [
  { value: undefined, label: "Newest first" },
  { value: "country", label: "By country" },
] as const;

type OrderSwitchProps = {
  sort: string | undefined;
  onChange: (sort: string | undefined) => void;
};

/**
 * Lets supervisors group their team's records by country, newest first within each
 * (docs/product.md, "History").
 */
export function OrderSwitch({ sort, onChange }: OrderSwitchProps) {
  return <SegmentedControl label="Order" options={ORDERS} current={sort} onChange={onChange} />;
}
