import { defineSchema } from "convex/server";
import { accountTables } from "./schema/accounts";
import { administrationTables } from "./schema/administration";
import { basketTables } from "./schema/baskets";
import { counterTables } from "./schema/counters";
import { importTables } from "./schema/imports";
import { inboxTables } from "./schema/inbox";
import { integrationTables } from "./schema/integrations";
import { provisioningTables } from "./schema/provisioning";
import { reportTables } from "./schema/reports";
import { sampleTables } from "./schema/samples";
import { signInTables } from "./schema/signIns";
import { stockTakeTables } from "./schema/stockTakes";
import { trendTables } from "./schema/trends";
import { viewTables } from "./schema/views";

/** The files in schema/ name each table's writer and the screens that read it. */
export default defineSchema({
  ...accountTables,
  ...administrationTables,
  ...basketTables,
  ...counterTables,
  ...importTables,
  ...inboxTables,
  ...integrationTables,
  ...provisioningTables,
  ...reportTables,
  ...sampleTables,
  ...signInTables,
  ...stockTakeTables,
  ...trendTables,
  ...viewTables,
});
