import { onStopRequest } from "./supervisor";

type Closable = { close(): Promise<void> | void };

/**
 * Stops the process on SIGINT, SIGTERM, or the supervisor's request. Closes the parts passed to
 * `closeOnStop` in reverse order of opening; a second signal ends the process immediately.
 *
 * The process ends even while something is pending, such as an action's request.
 */
export function stopOnRequest(): StopOnRequest {
  const open: Closable[] = [];
  let isStopping = false;
  const closeAll = async () => {
    for (const part of open.splice(0).reverse()) await part.close();
  };
  onStopRequest(() => {
    isStopping = true;
    process.stderr.write("\nStopping …\n");
    closeAll().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  return {
    closeAll,
    closeOnStop: (part) => void open.push(part),
    get isStopping() {
      return isStopping;
    },
  };
}

interface StopOnRequest {
  /** Closes the open parts after a failed start. */
  closeAll(): Promise<void>;
  closeOnStop(part: Closable): void;
  /** True once a stop was requested: parts are being closed, so later failures are expected. */
  readonly isStopping: boolean;
}
