/** One entry of a Chromium trace. Times are µs. */
type TraceEvent = {
  readonly name: string;
  /** `X`: complete, with `dur`. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
};

/** Name of the mark that the measured page sets once per frame. */
export const FRAME_MARK = "bench-frame";
/** Trace categories that `frameTimes` reads. */
export const TRACE_CATEGORIES = ["devtools.timeline", "blink.user_timing"];

/** Entries that last as long as the page's JavaScript runs; they may be nested. */
const SCRIPT: ReadonlySet<string> = new Set([
  "EvaluateScript",
  "EventDispatch",
  "FireAnimationFrame",
  "FireIdleCallback",
  "FunctionCall",
  "RunMicrotasks",
  "TimerFire",
]);

export type FrameTimes = {
  /** From the start of one frame to the start of the next, ms. */
  readonly intervalMs: readonly number[];
  /** JavaScript that ran on the page's main thread in each frame, ms. */
  readonly scriptMs: readonly number[];
};

/** Reads the frames of a page that sets `FRAME_MARK`. @param trace JSON as written by Chromium */
export function frameTimes(trace: string): FrameTimes {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
  const marks = traceEvents.filter(({ name }) => name === FRAME_MARK).sort(byTime);
  const [first] = marks;
  if (first === undefined) throw new Error("The trace has no frames");
  const isOfPage = ({ pid, tid }: TraceEvent) => pid === first.pid && tid === first.tid;
  const scripts = outermost(
    traceEvents.filter((each) => each.ph === "X" && SCRIPT.has(each.name) && isOfPage(each)),
  );
  const [intervalMs, scriptMs]: [number[], number[]] = [[], []];
  let next = 0;
  for (const [index, { ts }] of marks.slice(0, -1).entries()) {
    const end = marks[index + 1]!.ts;
    let script = 0;
    for (; next < scripts.length && scripts[next]!.ts < end; next++) {
      if (scripts[next]!.ts >= ts) script += scripts[next]!.dur ?? 0;
    }
    intervalMs.push((end - ts) / 1_000);
    scriptMs.push(script / 1_000);
  }
  return { intervalMs, scriptMs };
}

/** Leaves out entries nested in another one. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let endsAt = -Infinity;
  return [...events].sort(byTime).filter(({ ts, dur = 0 }) => {
    if (ts < endsAt) return false;
    endsAt = ts + dur;
    return true;
  });
}

const byTime = (one: TraceEvent, other: TraceEvent) =>
  one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0);
