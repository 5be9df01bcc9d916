import type { Deployment } from "./deployment";
import { watchFunctions } from "./functions/watch";
import type { Logger } from "./logs";

/**
 * Reloads a running deployment's functions whenever their files change. A bundle or schema that is
 * refused is logged, and the functions that ran before run on.
 *
 * @param options.out path of the bundle that the deployment was opened with
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
