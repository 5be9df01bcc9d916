/** The container of a page's service worker, or a test's stand-in. */
type Workers = Pick<
  ServiceWorkerContainer,
  "controller" | "register" | "getRegistration" | "addEventListener"
>;

/** Null where there is none: in development, on plain HTTP, and in a build that retires it. */
export function pageWorkers(): Workers | null {
  if (import.meta.env.DEV || import.meta.env["VITE_SERVICE_WORKER"] === "off") return null;
  // Browsers hide it on plain-HTTP origins, although its type says that it is always there.
  const found: Workers | undefined = navigator.serviceWorker;
  return found ?? null;
}

/** The file that this page's code began with; its name changes with any file of the app. */
const ownScript = () =>
  document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;

/** True when the server's page begins with another file than this one. */
async function isOutdated(): Promise<boolean> {
  const own = ownScript();
  if (own === null || import.meta.env.DEV) return false;
  // The worker answers "/" itself, with the page that it keeps; it lets this address pass.
  const page = await fetch("/index.html", { cache: "no-store" });
  return page.ok && !(await page.text()).includes(`"${own}"`);
}

/**
 * Registers the service worker, which keeps the app's files from then on, or updates it, and
 * calls `onNewVersion` when the server has a newer version than this page.
 *
 * Browsers join an update of a worker to one under way, which may have asked the server before it
 * was upgraded: call it again only after it has resolved. It never rejects.
 */
export async function lookForNewVersion(workers: Workers | null, onNewVersion: () => void) {
  // A page that has a worker does not register it again: that would bring back the registration of
  // one that has just retired.
  const registered = workers?.controller
    ? workers.getRegistration()
    : workers?.register("/sw.js", { updateViaCache: "none" });
  const [isOld] = await Promise.allSettled([
    isOutdated(),
    // Without a worker the app runs as before: it only needs a network to open.
    registered?.then((worker) => worker?.update()),
  ]);
  if (isOld.status === "fulfilled" && isOld.value) onNewVersion();
}
