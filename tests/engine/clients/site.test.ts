import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../support/freePort";
import { query, TestServer } from "./testServer";

let folder: string;
let sitePort: number;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "engine-site-"));
  await writeFile(join(folder, "index.html"), "<!doctype html>the app");
  await writeFile(join(folder, "logo.svg"), "<svg/>");
  sitePort = await freePort();
  server = await TestServer.start({
    staticDir: folder,
    sitePort,
    allowedOrigins: ["https://app.company.com"],
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const page = (path: string) => fetch(`${server.url}${path}`, { headers: { Accept: "text/html" } });

describe("one port", () => {
  test("one port serves the app's pages, files, HTTP actions and the API", async () => {
    expect(await (await page("/")).text()).toContain("the app");
    expect(await (await page("/private/anything")).text()).toContain("the app");
    expect(await (await page("/logo.svg")).text()).toBe("<svg/>");
    expect(await (await page("/hello?name=you")).json()).toMatchObject({ hello: "you" });
    expect(await server.httpClient().query(query("messages:counter"), { name: "x" })).toBe(0);
  });

  test("one port serves the keys that tokens are verified with", async () => {
    const discovery: unknown = await (await page("/.well-known/openid-configuration")).json();
    expect(discovery).toMatchObject({ issuer: server.url });
    const { jwks_uri: keys } = discovery as { jwks_uri: string };
    expect(await (await fetch(keys)).json()).toHaveProperty("keys");
  });
});

test("a path below /http/ that looks like a host matches no route", async () => {
  for (const path of ["/http//", "/http//evil.example/hello", "/http/\\evil.example/hello"]) {
    expect((await fetch(`${server.url}${path}`)).status).toBe(404);
  }
});

describe("the second port", () => {
  test("the second port serves only HTTP actions", async () => {
    const site = `http://127.0.0.1:${sitePort}`;
    expect(await (await fetch(`${site}/hello?name=site`)).json()).toMatchObject({ hello: "site" });
    for (const path of ["/", "/api/query", "/version", "/logo.svg"]) {
      expect((await fetch(`${site}${path}`)).status).toBe(404);
    }
  });
});

describe("an HTTP action that writes", () => {
  const post = (origin?: string) =>
    fetch(`${server.url}/channels/${origin ? "from-a-page" : "from-a-program"}`, {
      method: "POST",
      headers: { "Content-Type": "text/plain", ...(origin && { Origin: origin }) },
      body: "hello",
    });

  test("an HTTP action that writes refuses a page of another origin before it runs", async () => {
    for (const origin of ["https://evil.example", "null"]) {
      const response = await post(origin);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: "OriginNotAllowed" });
    }
    const written: unknown = await server.httpClient().query(query("messages:list"), {
      channel: "from-a-page",
    });
    expect(written).toEqual([]);
  });

  test("an HTTP action that writes answers its own pages, allowed pages and programs", async () => {
    for (const origin of [server.url, "https://app.company.com", undefined]) {
      expect((await post(origin)).status).toBe(201);
    }
  });

  test("any page that an HTTP action's own headers allow may read it", async () => {
    const headers = { Origin: "https://evil.example" };
    expect((await fetch(`${server.url}/hello`, { headers })).status).toBe(200);
  });
});
