import { onStopRequest } from "../engine/supervisor";

type Closable = { close(): Promise<void> };

/**
 * Stops the process at SIGINT, at SIGTERM, or when the process that supervises it asks. Parts given
 * to `closeOnStop` are closed last opened first; a second signal ends the process at once.
 */
export function stopOnRequest() {
  const open: Closable[] = [];
  const closeAll = async () => {
    for (const part of open.splice(0).reverse()) await part.close();
  };
  onStopRequest(() => {
    process.stderr.write("\nStopping …\n");
    closeAll().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  return { closeAll, closeOnStop: (part: Closable) => open.push(part) };
}
