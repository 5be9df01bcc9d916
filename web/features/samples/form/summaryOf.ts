import { deviceName } from "#domain/samples/deviceName";
import type { SampleInput } from "#domain/samples/fields";
import { dayToText } from "./sampleValues";
import type { Section } from "./sections";

/** Returns a one-line summary of a section: "Samsung Galaxy S24 · Mobile · Dual · 5G". */
export function summaryOf(
  section: Section,
  values: SampleInput,
  nameOf: (email: string) => string,
): string {
  const texts = section.fields.map(({ name, input }) => {
    const value = values[name];
    if (name === "brand") return deviceName(values);
    if (name === "model" || name === "country") return ""; // included in the brand or the location
    if (typeof value === "number") return Number.isNaN(value) ? "" : dayToText(value);
    return input.kind === "holder" && value ? nameOf(value) : (value ?? "");
  });
  const said = texts.filter((text) => text.trim() !== "").join(" · ");
  if (said !== "") return said;
  return section.name === "device" && values.noImei !== true
    ? "Filled in from IMEI 1 if known"
    : "Nothing entered yet";
}
