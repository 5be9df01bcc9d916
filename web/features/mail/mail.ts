import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

/** A mail as the list query returns it. */
export type Mail = FunctionReturnType<typeof api.mail.list>["page"][number];
