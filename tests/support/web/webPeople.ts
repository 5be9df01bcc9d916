import type { Employee } from "@/features/settings/settingsValues";
import type { Id } from "../../../convex/_generated/dataModel";
import { NO_SAMPLES } from "#domain/custody/statuses";
import { THRESHOLD_DEFAULTS } from "#domain/custody/thresholds";

let people = 0;

/** A person's record as screens get it; pass the fields that matter. */
export function aPerson(changes: Partial<Employee> = {}): Employee {
  people += 1;
  return {
    _id: `user${people}` as Id<"users">,
    _creationTime: people,
    email: `person${people}@company.com`,
    displayName: `Person ${people}`,
    passPort: "P1234567",
    country: "Brazil",
    city: "São Paulo",
    phoneNumber: "+55 11 99999 9999",
    location: "São Paulo, Brazil",
    userLocation: "São Paulo, Brazil",
    photoURL: "",
    role: "user",
    supervisor: "boss@company.com",
    ...THRESHOLD_DEFAULTS,
    maxsamplstartTime: 0,
    emailVerificationTime: 1,
    disabled: false,
    creationTime: Date.UTC(2024, 2, 15, 14, 5, 9),
    createdAt: 0,
    counts: { ...NO_SAMPLES },
    inusesampl: 0,
    answersFor: 0,
    ...changes,
  };
}
