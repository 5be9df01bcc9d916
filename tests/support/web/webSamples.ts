import type { Doc, Id } from "../../../convex/_generated/dataModel";
import { omitUndefined } from "#domain/common/objects";
import { NO_TEXTS } from "#domain/samples/fields";
import { listIndexFields } from "#domain/samples/lists";

type Sample = Doc<"samples">;

let made = 0;

/** A sample as the server returns it; pass the fields that matter. */
export function aSample(stated: Partial<Sample> = {}): Sample {
  made += 1;
  const sample: Sample = {
    _id: `sample${made}` as Id<"samples">,
    _creationTime: made,
    ...NO_TEXTS,
    country: "Brazil",
    brand: "Samsung",
    model: "Galaxy A54",
    devTypes: "Signed",
    hwtype: "Mobile",
    os: "Android",
    tNetworks: "5G",
    slots: "Dual",
    simCard: "Nano SIM",
    hwVersion: "DVT",
    serialNumber: `R5CT${String(made).padStart(6, "0")}`,
    imei1: "356938035643809",
    imei2: "356938035643817",
    imeis: ["356938035643809", "356938035643817"],
    deliveredBy: "Courier",
    customers: "Vivo",
    custsamplmanag: "Carla Dias",
    phoneNumber: "+55 11 99999 0000",
    location: "São Paulo, Brazil",
    locationR: "Campinas, Brazil",
    comments: "Screen protector on",
    receiveDate: Date.UTC(2026, 10, 2),
    duplicate: "none",
    status: "Registered",
    email: "ana@company.com",
    uid: "user1" as Id<"users">,
    registeredby: "ana@company.com",
    registereddate: Date.UTC(2026, 10, 2, 9),
    samplmanag: "ana@company.com",
    samplmanagname: "Ana Silva",
    supervisor: "sofia@company.com",
    city: "São Paulo",
    userLocation: "São Paulo, Brazil",
    listDate: 0,
    ...stated,
  };
  return { ...sample, ...omitUndefined(listIndexFields(sample)) };
}
