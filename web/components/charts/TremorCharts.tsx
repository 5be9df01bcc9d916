/**
 * Charts drawn by Tremor. They load lazily (`lazyCharts.ts`), because they are larger than the rest
 * of their screen. For screen readers, the screen shows a table next to each chart.
 */
import AreaChart from "@tremor/react/dist/components/chart-elements/AreaChart/AreaChart.js";
import BarChart from "@tremor/react/dist/components/chart-elements/BarChart/BarChart.js";
import { formatCount } from "#domain/common/formatCount";
import { roundMaximum } from "./axis";
import { STATUSES, sumOf, type Status, type StatusCounts } from "#domain/custody/statuses";

/** Tailwind's names of the seven colors; tailwind.config.ts lists the classes built from them. */
const STATUS_COLORS: Readonly<Record<Status, string>> = {
  Registered: "status-registered",
  "In Transit": "status-transit",
  "In Use": "status-use",
  "In Return": "status-return",
  Returned: "status-returned",
  "Request Lost": "status-request",
  Lost: "status-lost",
};

/** Minimum distance between labels of the axis, px. */
const LABEL_GAP = 40;

type StatusAreasProps = {
  days: readonly { readonly label: string; readonly counts: StatusCounts }[];
};

/** Stacked areas: how many samples were in each status at the end of each day. */
export function StatusAreas({ days }: StatusAreasProps) {
  return (
    <AreaChart
      aria-hidden
      className="h-64"
      data={days.map(({ label, counts }) => ({ label, ...counts }))}
      index="label"
      categories={[...STATUSES]}
      colors={STATUSES.map((status) => STATUS_COLORS[status])}
      stack
      curveType="linear"
      showLegend={false}
      showGradient={false}
      allowDecimals={false}
      maxValue={roundMaximum(Math.max(0, ...days.map(({ counts }) => sumOf(counts))), 1)}
      intervalType="preserveStartEnd"
      tickGap={LABEL_GAP}
      yAxisWidth={40}
      valueFormatter={formatCount}
    />
  );
}

type DurationBarsProps = {
  /** `days`: null if there is no data. */
  weeks: readonly { readonly label: string; readonly days: number | null }[];
  /** Name of the value in a bar's tooltip. */
  name: string;
  onPick: (index: number) => void;
};

/** A bar per week, of a duration in days. */
export function DurationBars({ weeks, name, onPick }: DurationBarsProps) {
  return (
    <BarChart
      aria-hidden
      className="h-40"
      data={weeks.map(({ label, days }, place) => ({ label, place, [name]: days }))}
      index="label"
      categories={[name]}
      colors={["primary"]}
      showLegend={false}
      maxValue={roundMaximum(Math.max(0, ...weeks.map(({ days }) => days ?? 0)), 0.5)}
      intervalType="preserveStartEnd"
      tickGap={LABEL_GAP}
      yAxisWidth={40}
      barCategoryGap="33.75%"
      onValueChange={(picked) => {
        if (picked) onPick(Number(picked["place"]));
      }}
      valueFormatter={(days) => `${days.toLocaleString("en-US", { maximumFractionDigits: 1 })} d`}
    />
  );
}
