import { vi } from "vitest";
import { BasketScreen } from "@/features/baskets/BasketScreen";
import type { Doc } from "../../../convex/_generated/dataModel";
import { FakeConvex } from "./fakeConvex";
import { renderScreen } from "./renderApp";

export const ana = { email: "ana@company.com", role: "user" } as const;
export const bob = {
  email: "bob@company.com",
  displayName: "Bob Ray",
  city: "Austin",
  country: "US",
};

/** Answers `resolve` by serial number; no basket has been started. */
export function backend(...samples: Doc<"samples">[]): FakeConvex {
  const outcomeOf = (value: string) => {
    const sample = samples.find(({ _id, serialNumber, imei1 }) =>
      [_id, serialNumber, imei1].includes(value as typeof _id),
    );
    if (value === "FLAGGED") return { value, outcome: "ambiguous" };
    return sample ? { value, outcome: "found", sample } : { value, outcome: "unknown" };
  };
  return new FakeConvex()
    .answer("baskets:resolve", ({ values }) => (values as string[]).map(outcomeOf))
    .answer("baskets:progress", () => null)
    .answer("users:recipients", () => [bob]);
}

export function show(convex: FakeConvex, job?: string) {
  const onJobChange = vi.fn();
  const screen = <BasketScreen actor={ana} job={job} onJobChange={onJobChange} />;
  return renderScreen(convex, screen).then((shown) => ({ ...shown, onJobChange }));
}

export function aJob(changes: object = {}) {
  return {
    step: "transfer",
    chosen: bob.email,
    startedAt: Date.now(),
    total: 3,
    settled: 0,
    results: [],
    finished: false,
    ...changes,
  };
}
