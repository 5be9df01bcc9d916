import { onStopRequest } from "./supervisor";

type Closable = { close(): Promise<void> | void };

/**
 * Stops the process at SIGINT, at SIGTERM, or when the process that supervises it asks. Parts given
 * to `closeOnStop` are closed last opened first; a second signal ends the process at once.
 *
 * The process ends even if something still waits: an action's request, say.
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
  /** Closes the parts that are open, after a start that failed. */
  closeAll(): Promise<void>;
  closeOnStop(part: Closable): void;
  /** True from the request on: parts are closed, so what fails from then on is no fault. */
  readonly isStopping: boolean;
}
