import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatesFilter } from "@/components/data-table/filters/DatesFilter";

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 2, 2, 23, 30) })); // local time
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(days: Parameters<typeof DatesFilter>[0]["days"]) {
  const onChange = vi.fn();
  render(<DatesFilter label="In Use Date" days={days} onChange={onChange} />);
  return onChange;
}

test.each([
  ["Today", "2026-03-02"],
  ["7 days", "2026-02-24"],
  ["30 days", "2026-02-01"],
])("%s begins so many days ago, today included, by the reader's calendar", (name, first) => {
  const onChange = show({});
  fireEvent.click(screen.getByRole("button", { name }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ first, last: "2026-03-02" });
});

test("a day that is typed or cleared changes only its own end of the range", () => {
  const onChange = show({ first: "2026-02-01", last: "2026-02-10" });
  const last = screen.getByLabelText("In Use Date, to");
  fireEvent.change(last, { target: { value: "2026-02-05" } });
  expect(onChange).toHaveBeenLastCalledWith({ first: "2026-02-01", last: "2026-02-05" });
  fireEvent.change(last, { target: { value: "" } });
  expect(onChange).toHaveBeenLastCalledWith({ first: "2026-02-01", last: undefined });
});
