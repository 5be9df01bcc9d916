import type { PickListKind } from "./pickLists";

/** The ten GET routes that return a pick list's options, by path. */
export const PICK_LIST_ROUTES = {
  brands: "brandModel",
  slots: "slotsModel",
  customers: "customersModel",
  modelApp: "deviceModal",
  hwversion: "hardwareVersion",
  devtypes: "devTypes",
  osApp: "osModel",
  simCardApp: "simCard",
  networkApp: "Networks",
  hwtypesApp: "hwtypesModel",
} as const satisfies Record<string, PickListKind>;
