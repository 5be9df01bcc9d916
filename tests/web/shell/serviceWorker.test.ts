import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lookForNewVersion } from "@/lib/connection/serviceWorker";
import { answerPage, answerTo } from "@/serviceWorker/answer";

const ORIGIN = "https://sms.example";
const FILES = new Set(["/", "/assets/index-abcd1234.js"]);

describe("the service worker", () => {
  const answer = (path: string, request: Partial<Request> = {}) =>
    answerTo({ method: "GET", mode: "cors", url: ORIGIN + path, ...request }, ORIGIN, FILES);

  test("the worker caches the build's files and answers page navigations", () => {
    expect(answer("/assets/index-abcd1234.js")).toBe("file");
    expect(answer("/private?q=x", { mode: "navigate" })).toBe("page");
  });

  test("the worker answers for the files of a newer version, whose pages it serves too", () => {
    expect(answer("/assets/newer-abcd1234.js")).toBe("file");
  });

  test.each([
    "/api/query",
    "/api/storage/photo",
    "/api/auth/signin",
    "/.well-known/jwks.json",
    "/?q=secret",
    "/other-abcd1234.js",
  ])("the worker lets a request of %s pass", (path) => {
    expect(answer(path)).toBeNull();
  });

  test("the worker passes on everything except GET requests of its own origin", () => {
    expect(answer("/", { method: "POST" })).toBeNull();
    expect(answer("/", { url: "https://other.example/" })).toBeNull();
  });

  const kept = () => Promise.resolve(new Response("kept"));
  const textOf = async (fromServer: Promise<Response>) =>
    (await answerPage(fromServer, kept)).text();

  test("a page comes from the server whenever the server answers", async () => {
    expect(await textOf(Promise.resolve(new Response("new")))).toBe("new");
    const missing = new Response("no such page", { status: 404 });
    expect(await textOf(Promise.resolve(missing))).toBe("no such page");
  });

  test("a page comes from the cache without a network, and if a proxy has no server", async () => {
    expect(await textOf(Promise.reject(new TypeError("Failed to fetch")))).toBe("kept");
    expect(await textOf(Promise.resolve(new Response("bad", { status: 502 })))).toBe("kept");
  });

  test("a page comes from the cache if the server does not begin to answer", async () => {
    vi.useFakeTimers();
    const text = textOf(new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await text).toBe("kept");
    vi.useRealTimers();
  });
});

/** A ServiceWorkerContainer whose registration is `registered`. */
function workersWith(registered: object): ServiceWorkerContainer {
  const registration = () => Promise.resolve(registered as ServiceWorkerRegistration);
  return Object.assign(new EventTarget(), {
    register: registration,
    getRegistration: registration,
  }) as Partial<ServiceWorkerContainer> as ServiceWorkerContainer;
}

describe("a page that is open while the app is upgraded", () => {
  let page = "";
  beforeEach(() => {
    vi.stubEnv("DEV", false);
    document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(page)));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    document.head.innerHTML = "";
  });

  /** Checks for a new version once, with a worker whose update is `update`. */
  async function look(update: () => Promise<unknown>) {
    const onNewVersion = vi.fn();
    await lookForNewVersion(workersWith({ update }), onNewVersion);
    return onNewVersion;
  }
  const updates = () => Promise.resolve();

  test("an old page is offered the server's new version", async () => {
    page = '<script type="module" src="/assets/index-new.js">';
    expect(await look(updates)).toHaveBeenCalledOnce();
  });

  test("an old page is offered the new version although its worker cannot be updated", async () => {
    page = '<script type="module" src="/assets/index-new.js">';
    const failing = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await look(failing)).toHaveBeenCalledOnce();
  });

  test("an old page is offered the new version if no worker may be registered", async () => {
    page = '<script type="module" src="/assets/index-new.js">';
    const onNewVersion = vi.fn();
    await lookForNewVersion(null, onNewVersion);
    expect(onNewVersion).toHaveBeenCalledOnce();
  });

  test("a page that has a worker updates it, and does not register it again", async () => {
    const update = vi.fn(updates);
    const workers = Object.assign(workersWith({ update }), { controller: {} });
    const register = vi.spyOn(workers, "register");
    await lookForNewVersion(workers, vi.fn());
    expect(update).toHaveBeenCalledOnce();
    expect(register).not.toHaveBeenCalled();
  });

  test("a page that is already new is offered nothing", async () => {
    page = '<script type="module" src="/assets/index-old.js">';
    expect(await look(updates)).not.toHaveBeenCalled();
  });

  test("a page is offered nothing while the server is unreachable", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await look(updates)).not.toHaveBeenCalled();
  });
});
