import { randomBytes } from "node:crypto";

/** Names a request in error texts and logs: 16 hex digits. */
export const newRequestId = (): string => randomBytes(8).toString("hex");
