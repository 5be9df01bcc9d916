import { randomBytes } from "node:crypto";

/** A random id of 16 hex digits that identifies a request in error texts and logs. */
export const newRequestId = (): string => randomBytes(8).toString("hex");
