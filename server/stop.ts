import { onStopRequest } from "../engine/supervisor";

type Closable = { close(): Promise<void> };

/**
 * Stops the server when it is told to: by SIGINT, SIGTERM, or the process that supervises it. What was
 * opened last is closed first; a second signal ends the process at once.
 */
export function stopWhenTold() {
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
  return { closeAll, alsoClose: (part: Closable) => open.push(part) };
}
