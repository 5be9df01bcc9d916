import AreaChart from "@tremor/react/dist/components/chart-elements/AreaChart/AreaChart.js";
import BarChart from "@tremor/react/dist/components/chart-elements/BarChart/BarChart.js";
import { STATUSES, type Status, type StatusCounts } from "#domain/custody/statuses";

/**
 * Charts drawn by Tremor. They load apart from their screen (`lazyCharts.ts`), because they are
 * larger than all of it. Screen readers get a table instead, which the screen that shows a chart
 * has beside it.
 */

/** Tailwind's names of the seven colours; tailwind.config.ts has the classes made of them. */
const STATUS_COLORS: Readonly<Record<Status, string>> = {
  Registered: "status-registered",
  "In Transit": "status-transit",
  "In Use": "status-use",
  "In Return": "status-return",
  Returned: "status-returned",
  "Request Lost": "status-request",
  Lost: "status-lost",
};

/** Keeps labels of the axis apart, in px. */
const LABEL_GAP = 24;

const formatCount = (count: number) => count.toLocaleString("en-US");

type StatusAreasProps = {
  days: readonly { readonly label: string; readonly counts: StatusCounts }[];
};

/** Draws how many samples were in each status at the end of each day, one on top of the other. */
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
      intervalType="preserveStartEnd"
      tickGap={LABEL_GAP}
      yAxisWidth={40}
      valueFormatter={formatCount}
    />
  );
}

type DurationBarsProps = {
  /** `days`: null where there is nothing to tell. */
  weeks: readonly { readonly label: string; readonly days: number | null }[];
  /** Name of the figure in a bar's tooltip. */
  name: string;
  onPick: (index: number) => void;
};

/** Draws a duration in days for each week. */
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
