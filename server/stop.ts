type Closable = { close(): Promise<void> };

const ORPHAN_CHECK_MS = 500;

/**
 * Stops the server when it is told to: SIGINT, SIGTERM, or, under `npm start`, npm's end. (npm
 * passes a SIGTERM on to its shell only, which ends and leaves the server behind, holding the port.)
 * What was opened last is closed first; a second signal ends the process at once.
 */
export function stopWhenTold(env: NodeJS.ProcessEnv) {
  const open: Closable[] = [];
  const closeAll = async () => {
    for (const part of open.splice(0).reverse()) await part.close();
  };
  const onStop = () => {
    clearInterval(orphanCheck);
    process.stderr.write("\nStopping …\n");
    closeAll().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  const parent = process.ppid;
  const orphanCheck = setInterval(() => {
    if (env["npm_lifecycle_event"] && process.ppid !== parent) onStop();
  }, ORPHAN_CHECK_MS).unref();
  process.once("SIGINT", onStop);
  process.once("SIGTERM", onStop);
  return { closeAll, alsoClose: (part: Closable) => open.push(part) };
}
