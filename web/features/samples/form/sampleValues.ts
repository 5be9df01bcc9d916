import type { FunctionArgs } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import {
  COORDINATE_FIELDS,
  NO_TEXTS,
  TEXT_FIELDS,
  type CoordinateField,
  type SampleInput,
} from "#domain/samples/fields";
import type { Viewer } from "@/hooks/data/useViewer";

/**
 * Likely values of a new sample: held by the registrant, at their place of work, received today.
 */
export function newSampleValues(viewer: Viewer, today: number): SampleInput {
  return {
    ...NO_TEXTS,
    country: viewer.country,
    location: viewer.userLocation,
    city: viewer.city,
    lat: viewer.userLat,
    lng: viewer.userLng,
    phoneNumber: viewer.phoneNumber,
    samplmanag: viewer.email,
    lastmanag: "",
    receiveDate: today,
    noImei: false,
  };
}

/** Values of an existing sample, for editing. */
export function sampleValues(sample: Doc<"samples">): SampleInput {
  const values: SampleInput = { ...NO_TEXTS };
  for (const field of TEXT_FIELDS) values[field] = sample[field];
  for (const field of COORDINATE_FIELDS) values[field] = sample[field];
  return {
    ...values,
    receiveDate: sample.receiveDate,
    noImei: sample.imei1 === "",
    city: sample.city,
    samplmanag: sample.samplmanag,
    lastmanag: sample.lastmanag,
  };
}

/** The fields as the server takes them: an unset field is absent, never undefined. */
export type StatedFields = FunctionArgs<typeof api.samples.register>["fields"];

export function statedFields({ receiveDate, city, noImei, ...values }: SampleInput) {
  const { lat, lng, regfromlat, regfromlng, samplmanag, lastmanag, ...texts } = values;
  const fields: StatedFields = { ...texts };
  if (receiveDate !== undefined) fields.receiveDate = receiveDate;
  if (city !== undefined) fields.city = city;
  if (noImei !== undefined) fields.noImei = noImei;
  if (samplmanag !== undefined) fields.samplmanag = samplmanag;
  if (lastmanag !== undefined) fields.lastmanag = lastmanag;
  for (const [field, degrees] of Object.entries({ lat, lng, regfromlat, regfromlng })) {
    if (degrees !== undefined) fields[field as CoordinateField] = degrees;
  }
  return fields;
}

/** Values for the next sample of a series: the same device with empty identifiers. */
export function nextOfSeries(values: SampleInput): SampleInput {
  return { ...values, serialNumber: "", imei1: "", imei2: "" };
}

/** UTC midnight as `2026-11-21`, the format of the browser's date fields. */
export function dayToIso(day: number | undefined): string {
  return day === undefined ? "" : new Date(day).toISOString().slice(0, 10);
}

/** `11/21/2026` (MM/dd/yyyy). */
export function dayToText(day: number | undefined): string {
  const [year, month, date] = dayToIso(day).split("-");
  return day === undefined ? "" : `${month}/${date}/${year}`;
}

/** Midnight UTC of the reader's calendar day at `now`: epoch ms. */
export function calendarDay(now: Date): number {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
}
