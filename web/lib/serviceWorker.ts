/** The container of a page's service worker, or a test's stand-in. */
type Workers = Pick<
  ServiceWorkerContainer,
  "controller" | "register" | "addEventListener" | "removeEventListener"
>;

/** Null where there is none: in development, on plain HTTP, and in a build that retires it. */
export function pageWorkers(): Workers | null {
  if (import.meta.env.DEV || import.meta.env["VITE_SERVICE_WORKER"] === "off") return null;
  // The types say that it is always there; browsers hide it on plain-HTTP origins.
  const found: Workers | undefined = navigator.serviceWorker;
  return found ?? null;
}

/** The file that this page's code began with; its name changes with any file of the app. */
const ownScript = () =>
  document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;

/** True when the server, or the worker for it, has a page that begins with another file. */
async function isOutdated(): Promise<boolean> {
  const own = ownScript();
  if (own === null) return false;
  const page = await fetch("/", { cache: "no-store", headers: { Accept: "text/html" } });
  return page.ok && !(await page.text()).includes(`"${own}"`);
}

/**
 * Registers the service worker, which keeps the app's files from then on, and calls `onNewVersion`
 * when a newer one has taken over under a page of an older version: from now on, also before it has
 * registered.
 *
 * @param mayRegister resolves when the worker may be fetched
 * @returns `look` asks the server whether there is a newer worker; `stop` ends the watch
 */
export function watchVersion(
  workers: Workers,
  onNewVersion: () => void,
  mayRegister: Promise<void> = Promise.resolve(),
) {
  const hadWorker = workers.controller !== null;
  let isFirst = !hadWorker;
  const onChange = () => {
    // The first worker of a browser is of the page's own version.
    if (isFirst) isFirst = false;
    else void isOutdated().then((is) => is && onNewVersion(), ignore);
  };
  workers.addEventListener("controllerchange", onChange);
  const registered = mayRegister.then(() => workers.register("/sw.js", { updateViaCache: "none" }));
  // Without a worker the app runs as before: it only needs a network to open.
  registered.catch(ignore);
  return {
    look: () => void registered.then((worker) => worker.update()).catch(ignore),
    stop: () => workers.removeEventListener("controllerchange", onChange),
  };
}

const ignore = () => undefined;
