import { NO_TEXTS, type SampleInput } from "#domain/samples/fields";

/** A device with unique identifiers: `number` is below a hundred million. */
export function numberedSample(number: number) {
  const digits = String(number).padStart(8, "0");
  return {
    ...NO_TEXTS,
    country: "Portugal",
    brand: "Samsung",
    model: "SM-A107M",
    devTypes: "Signed",
    hwtype: "Mobile",
    os: "Android",
    tNetworks: "5G",
    slots: "Dual",
    simCard: "Nano SIM",
    hwVersion: "DVT",
    serialNumber: `HQ${digits}X`,
    imei1: `3500001${digits}`,
    imei2: `3500002${digits}`,
    receiveDate: Date.UTC(2025, 0, 1),
    deliveredBy: "DHL",
    customers: "Vodafone",
    custsamplmanag: "",
    phoneNumber: "+351 21 000 0000",
    location: "Lisbon, Portugal",
    lat: 38.7223,
    lng: -9.1393,
    locationR: "Lisbon, Portugal",
    comments: "Screen protector on",
  } satisfies SampleInput;
}
