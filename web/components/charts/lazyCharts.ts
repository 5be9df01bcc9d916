import { lazy } from "react";

/** Tremor's charts, each of which needs a Suspense boundary: they are fetched when first shown. */
export const StatusAreas = lazy(() =>
  import("./TremorCharts").then((charts) => ({ default: charts.StatusAreas })),
);
export const DurationBars = lazy(() =>
  import("./TremorCharts").then((charts) => ({ default: charts.DurationBars })),
);
