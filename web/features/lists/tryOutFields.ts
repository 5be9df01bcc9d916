import { z } from "#domain/common/zod";
import { refusalOf } from "#domain/common/errors";
import type { PickListKind } from "#domain/samples/pickLists";
import { STATUSES } from "#domain/custody/statuses";

type TryOutField = {
  readonly name: string;
  readonly label: string;
  /** The pick list that it offers, or its values. */
  readonly from: PickListKind | readonly string[];
};

/** Fields of the form that tries out the lists, with the labels that the labs use. */
export const TRY_OUT_FIELDS = [
  { name: "customers", label: "Customers", from: "customersModel" },
  { name: "brand", label: "Brand", from: "brandModel" },
  { name: "model", label: "Device Model", from: "deviceModal" },
  { name: "kinDevice", label: "Type Of Device", from: "devTypes" },
  { name: "typeDevice", label: "Number of Slots", from: "slotsModel" },
  { name: "simCard", label: "SIM Card Type", from: "simCard" },
  { name: "network", label: "Technology Network", from: "Networks" },
  { name: "os", label: "Operation System", from: "osModel" },
  { name: "hwtype", label: "HW Type", from: "hwtypesModel" },
  { name: "hardware", label: "Hardware Version", from: "hardwareVersion" },
  { name: "statusDevice", label: "Status", from: STATUSES },
] as const satisfies readonly TryOutField[];

export type TryOutValues = Record<(typeof TRY_OUT_FIELDS)[number]["name"], string>;

export const NO_VALUES = Object.fromEntries(
  TRY_OUT_FIELDS.map(({ name }) => [name, ""]),
) as TryOutValues;

/** All eleven are required. */
export const tryOutInput = z.object(
  Object.fromEntries(
    TRY_OUT_FIELDS.map(({ name, label }) => [
      name,
      z.string().min(1, refusalOf("OPTION_MISSING", { kind: label }).message),
    ]),
  ) as Record<keyof TryOutValues, z.ZodString>,
);
