import { Banner } from "@/components/Banner";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import type { ColumnOrder, DateOrder } from "#domain/common/dateTexts";

type DateOrderChoiceProps = {
  dates: ColumnOrder;
  heading: string;
  dateOrder: DateOrder | undefined;
  isDisabled: boolean;
  onDateOrder: (order: DateOrder) => void;
};

/** Asks for the order of day and month if the column's dates are ambiguous. */
export function DateOrderChoice(props: DateOrderChoiceProps) {
  const { dates, heading, dateOrder, isDisabled, onDateOrder } = props;
  if (dates.kind === "none" || dates.kind === "known") return null;
  const question =
    dates.kind === "either"
      ? `${heading}: “${dates.example}” could be two different days, and no other date in the column settles it.`
      : `${heading}: “${dates.dayFirst}” has its day first, “${dates.monthFirst}” its month. Dates in the other order will be refused.`;
  const options = [
    { value: "dmy" as const, label: "Day first" },
    { value: "mdy" as const, label: "Month first" },
  ];
  return (
    <fieldset disabled={isDisabled} className="flex flex-col items-start gap-2">
      <legend className="sr-only">Order of the dates</legend>
      <Banner tone={dateOrder === undefined ? "error" : "info"} className="self-stretch">
        {question}
      </Banner>
      <SegmentedControl
        label="Order of the dates"
        options={options}
        current={dateOrder as DateOrder}
        onChange={onDateOrder}
      />
    </fieldset>
  );
}
