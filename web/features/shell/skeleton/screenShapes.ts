/** The layouts of the app's screens, for skeletons shown before the server has answered. */
export type ScreenShape =
  | "dashboard"
  | "table"
  | "map"
  /** A sample's data next to its timeline. */
  | "detail"
  /** A sample's summary above the form of a step, next to the timeline. */
  | "step"
  | "form"
  /** Fields that add to a list. */
  | "basket"
  /** A wide section next to a narrow one. */
  | "columns"
  /** Sections below each other. */
  | "cards"
  | "paper";

/** By route id; typing the keys as route ids would cause a circular import. */
const SHAPES: Readonly<Record<string, ScreenShape>> = {
  "/_app/dashboard/homefs": "dashboard",
  "/_app/dashboard/default": "dashboard",
  "/_app/dashboard/vectormap": "map",
  "/_app/dashboard/addsample": "form",
  "/_app/dashboard/addfs": "form",
  "/_app/private/editsample/$id": "form",
  "/_app/pages/editemployees/$id": "form",
  "/_app/pages/editemployeeprivate/$id": "form",
  "/_app/private/viewfs/$id": "detail",
  "/_app/private/transferfs/$id": "step",
  "/_app/private/acknowledgefs/$id": "step",
  "/_app/private/returnfs/$id": "step",
  "/_app/private/racknowledgefs/$id": "step",
  "/_app/private/outofservicefs/$id": "step",
  "/_app/private/outofservicefs/osacknowledgefs/$id": "step",
  "/_app/private/basket": "basket",
  "/_app/private/stocktake/$id": "basket",
  "/_app/pages/inbox": "columns",
  "/_app/pages/person/$id": "columns",
  "/_app/pages/mail": "columns",
  "/_app/pages/profile": "columns",
  "/_app/pages/settingsdroplist": "cards",
  "/_app/pages/invitations": "cards",
  "/_app/pages/webhooks": "cards",
  "/_app/pages/health": "cards",
  "/_app/pages/leaving/$id": "cards",
  "/_app/private/page": "cards",
  "/_app/private/schedules": "cards",
  "/_app/private/stocktakes": "cards",
  "/_app/private/certificate/$id": "paper",
  "/_app/private/labels": "paper",
  "/_app/private/stocktakerecord/$id": "paper",
};

/** Returns the layout of a route's screen; table by default. */
export function shapeOf(routeId: string | undefined): ScreenShape {
  return SHAPES[routeId ?? ""] ?? "table";
}
