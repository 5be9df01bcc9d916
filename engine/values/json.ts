/** Values as Convex writes them in JSON: `{"$integer": …}`, `{"$bytes": …}`, `{"$float": …}`. */
export type { JSONValue } from "convex/values";
import type { JSONValue } from "convex/values";

export type JSONObject = { [key: string]: JSONValue };
