import { LIMITS } from "../values/limits";
import { TransactionExecution, type Execution } from "./execution";
import { Unsupported } from "./unsupported";

export const identity = {
  "1.0/getUserIdentity": (run: Execution) => {
    if (run instanceof TransactionExecution) run.observed.sawIdentity = true;
    return JSON.stringify(run.caller.identity);
  },
};

export const metadata = {
  "1.0/getFunctionMetadata": (run: Execution) =>
    JSON.stringify({ name: run.path, componentPath: "" }),
  "1.0/getDeploymentMetadata": ({ services }: Execution) =>
    JSON.stringify({ name: services.instanceName, region: null, class: "s16" }),
};

export const requestMetadata = {
  "1.0/getRequestMetadata": ({ caller, requestId, scheduledFunctionId }: Execution) =>
    JSON.stringify({
      ip: caller.request?.ip ?? null,
      userAgent: caller.request?.userAgent ?? null,
      requestId,
      scheduledFunctionId,
      authToken: caller.request?.authToken ?? null,
    }),
};

export const transactionMetadataSync = {
  "1.0/getSnapshotTs": ({ observed, tx }: TransactionExecution) => {
    observed.sawTime = true;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(tx.ts);
    return `{"$integer":"${bytes.toString("base64")}"}`;
  },
};

export const transactionMetadata = {
  "1.0/getTransactionMetrics": ({ tx }: TransactionExecution) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(tx.metrics).map(([name, used]: [string, number]) => [
          name,
          { used, remaining: Math.max(0, LIMITS[name as keyof typeof tx.metrics] - used) },
        ]),
      ),
    ),
};

export const unsupported = {
  "1.0/signJwt": refuse("signJwt"),
  "1.0/auditLog": refuse("audit logs"),
  "1.0/createServiceToken": refuse("Convex-managed services"),
  "1.0/getServiceUrl": refuse("Convex-managed services"),
};

function refuse(feature: string) {
  return ({ path }: Execution): string => {
    throw new Unsupported(feature, path);
  };
}
