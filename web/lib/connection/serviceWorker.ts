/** The page's service worker container, or a fake in tests. */
type Workers = Pick<
  ServiceWorkerContainer,
  "controller" | "register" | "getRegistration" | "addEventListener"
>;

/** Null if there is none: in development, on plain HTTP, and in a build that retires the worker. */
export function pageWorkers(): Workers | null {
  if (import.meta.env.DEV || import.meta.env["VITE_SERVICE_WORKER"] === "off") return null;
  // Undefined on plain-HTTP origins, although its type says that it is always present.
  const found: Workers | undefined = navigator.serviceWorker;
  return found ?? null;
}

/** The entry script of this page; its name contains a hash of the whole app. */
const ownScript = () =>
  document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;

/** True if the server's page has another entry script than this one. */
async function isOutdated(): Promise<boolean> {
  const own = ownScript();
  if (own === null || import.meta.env.DEV) return false;
  // The worker answers "/" with its cached page; requests for this address pass through.
  const page = await fetch("/index.html", { cache: "no-store" });
  return page.ok && !(await page.text()).includes(`"${own}"`);
}

/**
 * Registers the service worker, which then caches the app's files, or updates it. Calls
 * `onNewVersion` if the server has a newer version than this page.
 *
 * Browsers merge an update of a worker into one in flight, which may have asked the server before
 * its upgrade: call this again only after it has resolved. It never rejects.
 */
export async function lookForNewVersion(workers: Workers | null, onNewVersion: () => void) {
  // If a worker controls the page, do not register it again: that would restore the registration of
  // a worker that has just retired.
  const registered = workers?.controller
    ? workers.getRegistration()
    : workers?.register("/sw.js", { updateViaCache: "none" });
  const [isOld] = await Promise.allSettled([
    isOutdated(),
    // Without a worker the app works, but needs a network to open.
    registered?.then((worker) => worker?.update()),
  ]);
  if (isOld.status === "fulfilled" && isOld.value) onNewVersion();
}
