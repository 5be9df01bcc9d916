/** The shapes of the app's screens, for what is drawn before the server has answered. */
export type ScreenShape =
  | "dashboard"
  | "table"
  | "map"
  /** A sample's facts, beside its timeline. */
  | "detail"
  /** A sample's summary over the form of a step, beside the timeline. */
  | "step"
  | "form"
  /** Fields that add to a list. */
  | "basket"
  /** A wide part beside a narrow one. */
  | "columns"
  /** Parts under each other. */
  | "cards"
  | "paper";

/** By the route's id; the type of all ids would be a circle of imports. */
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
  "/_app/pages/leaving/$id": "cards",
  "/_app/private/page": "cards",
  "/_app/private/schedules": "cards",
  "/_app/private/stocktakes": "cards",
  "/_app/private/certificate/$id": "paper",
  "/_app/private/labels": "paper",
  "/_app/private/stocktakerecord/$id": "paper",
};

/** Returns the shape of a route's screen. Most screens are a table. */
export function shapeOf(routeId: string | undefined): ScreenShape {
  return SHAPES[routeId ?? ""] ?? "table";
}
