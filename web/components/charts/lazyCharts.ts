import { lazy } from "react";

/** Tremor's charts, loaded when first shown; each needs a Suspense boundary. */
export const StatusAreas = lazy(() =>
  import("./TremorCharts").then((charts) => ({ default: charts.StatusAreas })),
);
export const DurationBars = lazy(() =>
  import("./TremorCharts").then((charts) => ({ default: charts.DurationBars })),
);
