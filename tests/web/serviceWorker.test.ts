import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { watchVersion } from "@/lib/serviceWorker";
import { answerPage, answerTo } from "@/serviceWorker/answer";

const ORIGIN = "https://sms.example";
const FILES = new Set(["/", "/assets/index-abcd1234.js"]);

describe("the service worker", () => {
  const answer = (path: string, request: Partial<Request> = {}) =>
    answerTo({ method: "GET", mode: "cors", url: ORIGIN + path, ...request }, ORIGIN, FILES);

  test("the worker keeps the build's files and answers the opening of pages", () => {
    expect(answer("/assets/index-abcd1234.js")).toBe("file");
    expect(answer("/private?q=x", { mode: "navigate" })).toBe("page");
  });

  test.each([
    "/api/query",
    "/api/storage/photo",
    "/api/auth/signin",
    "/.well-known/jwks.json",
    "/?q=secret",
    "/assets/other-abcd1234.js",
  ])("the worker lets a request of %s pass", (path) => {
    expect(answer(path)).toBeNull();
  });

  test("the worker lets all that is no GET of its own origin pass", () => {
    expect(answer("/", { method: "POST" })).toBeNull();
    expect(answer("/", { url: "https://other.example/" })).toBeNull();
  });

  const kept = () => Promise.resolve(new Response("kept"));
  const textOf = async (fromServer: Promise<Response>) =>
    (await answerPage(fromServer, kept)).text();

  test("a page is the server's whenever the server answers", async () => {
    expect(await textOf(Promise.resolve(new Response("new")))).toBe("new");
    const missing = new Response("no such page", { status: 404 });
    expect(await textOf(Promise.resolve(missing))).toBe("no such page");
  });

  test("a page is the kept one without a network, and while a proxy has no server", async () => {
    expect(await textOf(Promise.reject(new TypeError("Failed to fetch")))).toBe("kept");
    expect(await textOf(Promise.resolve(new Response("bad", { status: 502 })))).toBe("kept");
  });

  test("a page is the kept one when the server does not begin to answer", async () => {
    vi.useFakeTimers();
    const text = textOf(new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await text).toBe("kept");
    vi.useRealTimers();
  });
});

describe("a page that is open while the app is upgraded", () => {
  let page = "";
  beforeEach(() => {
    document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(page)));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.head.innerHTML = "";
  });

  /** @param controller the worker that the page was opened under, if any */
  function open(controller: ServiceWorker | null) {
    const workers = new EventTarget();
    const register = () => Promise.resolve({} as ServiceWorkerRegistration);
    const onNewVersion = vi.fn();
    watchVersion(Object.assign(workers, { controller, register }), onNewVersion);
    const takeOver = async () => {
      workers.dispatchEvent(new Event("controllerchange"));
      await new Promise((resolve) => setTimeout(resolve)); // the page has been fetched
    };
    return { takeOver, onNewVersion };
  }

  test("a newer worker offers the new version to an old page", async () => {
    page = '<script type="module" src="/assets/index-new.js">';
    const { takeOver, onNewVersion } = open({} as ServiceWorker);
    await takeOver();
    expect(onNewVersion).toHaveBeenCalledOnce();
  });

  test("a page that is new already is offered nothing", async () => {
    page = '<script type="module" src="/assets/index-old.js">';
    const { takeOver, onNewVersion } = open({} as ServiceWorker);
    await takeOver();
    expect(onNewVersion).not.toHaveBeenCalled();
  });

  test("the first worker of a browser is no new version", async () => {
    page = '<script type="module" src="/assets/index-new.js">';
    const { takeOver, onNewVersion } = open(null);
    await takeOver();
    expect(onNewVersion).not.toHaveBeenCalled();
    await takeOver();
    expect(onNewVersion).toHaveBeenCalledOnce();
  });
});
