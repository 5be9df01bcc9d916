import { defineSchema } from "convex/server";
import { accountTables } from "./schema/accounts";
import { basketTables } from "./schema/baskets";
import { sampleTables } from "./schema/samples";

/** Each fragment says, table by table, who writes it and which screen reads it. */
export default defineSchema({ ...accountTables, ...basketTables, ...sampleTables });
