import { DAY_MS } from "../../../domain/days";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const one = (value: number, unit: string) =>
  `${value.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}${value === 1 ? "" : "s"}`;

/** `40 minutes`, `9 hours`, `1.4 days`: as exact as a median of classes is. */
export function durationText(ms: number): string {
  if (ms < HOUR_MS) return one(Math.max(1, Math.round(ms / MINUTE_MS)), "minute");
  if (ms < DAY_MS) return one(Math.round(ms / HOUR_MS), "hour");
  return one(Math.round((ms / DAY_MS) * 10) / 10, "day");
}
