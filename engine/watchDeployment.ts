import type { Deployment } from "./deployment";
import { watchFunctions } from "./functions/loading/watch";
import type { Logger } from "./logs";

/**
 * Reloads a running deployment's functions whenever their files change. A refused bundle or schema
 * is logged, and the previous functions keep running.
 *
 * @param options.out path of the bundle with which the deployment was opened
 */
export function watchDeployment(
  deployment: Deployment,
  { root, out, log }: { root: string; out: string; log: Logger },
): Promise<{ close(): void }> {
  return watchFunctions({
    root,
    out,
    onBundle: async (path) => {
      const started = Date.now();
      await deployment.reload(path);
      log.info("functions reloaded", { milliseconds: Date.now() - started });
    },
    onError: (error) =>
      log.error("functions not reloaded: those from before run on", {
        error: error instanceof Error ? error.message : String(error),
      }),
  });
}
