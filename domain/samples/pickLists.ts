import { BRANDS } from "./brands";
import type { TextField } from "./fields";
import { keysOf } from "../common/objects";

/**
 * The ten lists that admins and supervisors maintain, keyed by the names of their stored
 * collections, with the sample field that each one fills and its initial values.
 *
 * Note the crossing: the list `devTypes` ("Type Of Device") fills the field `hwtype`, and the list
 * `hwtypesModel` ("HW Type") fills `devTypes`, the field in which the labs store Signed or
 * Unsigned.
 */
// oxfmt-ignore
export const PICK_LISTS = {
  customersModel: { label: "Customers", field: "customers", values: [] },
  brandModel: { label: "Brand", field: "brand", values: BRANDS },
  devTypes: { label: "Type Of Device", field: "hwtype", values: ["Mobile", "Tablet", "Smartwatch", "Modem", "Router"] },
  simCard: { label: "SIM Card Type", field: "simCard", values: ["Mini SIM", "Micro SIM", "Nano SIM", "e SIM"] },
  Networks: { label: "Technology Network", field: "tNetworks", values: ["2G", "3G", "4G", "5G", "6G"] },
  slotsModel: { label: "Number of Slots", field: "slots", values: ["Single", "Dual", "Triple", "Quad"] },
  osModel: { label: "Operation System", field: "os", values: ["Android", "iOS", "Windows Phone", "Symbian", "RIM", "Bada", "Firefox"] },
  hwtypesModel: { label: "HW Type", field: "devTypes", values: ["Unsigned", "Signed"] },
  hardwareVersion: { label: "Hardware Version", field: "hwVersion", values: ["EVT1", "EVT2", "DVT", "PVT", "MP"] },
  deviceModal: { label: "Device Model", field: "model", values: [] },
} as const satisfies Record<string, PickList>;

type PickList = { label: string; field: TextField; values: readonly string[] };

export type PickListKind = keyof typeof PICK_LISTS;
export const PICK_LIST_KINDS = keysOf(PICK_LISTS);

/**
 * Maximum number of values counted per call: at most 101 samples are read for each, about 3 ms of
 * the server's thread.
 */
export const MAX_VALUES_COUNTED = 8;
