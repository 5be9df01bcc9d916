import type { Doc, Id } from "../../../convex/_generated/dataModel";

type HistoryRecord = Doc<"history">;

let made = 0;

/**
 * A history record as the server returns it; pass the fields that matter. Each is a minute later
 * than the previous one.
 */
export function aRecord(stated: Partial<HistoryRecord> = {}): HistoryRecord {
  made += 1;
  return {
    _id: `record${made}` as Id<"history">,
    _creationTime: made,
    sampleId: "sample1" as Id<"samples">,
    action: "Register",
    actiondate: Date.UTC(2026, 10, 2) + made * 60_000,
    email: "ana@company.com",
    uid: "user1" as Id<"users">,
    status: "Registered",
    samplmanag: "ana@company.com",
    supervisor: "sofia@company.com",
    country: "Brazil",
    city: "São Paulo",
    customers: "Vivo",
    brand: "Samsung",
    model: "Galaxy A54",
    serialNumber: "R5CT000001",
    imei1: "356938035643809",
    imei2: "356938035643817",
    ...stated,
  };
}
