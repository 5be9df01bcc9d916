import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StaticFiles } from "../../../engine/http/staticFiles";

const INLINE = "document.documentElement.dataset.scheme = 'dark'";
const INDEX = `<!doctype html><script>${INLINE}</script><script type="module" src="/assets/app-a1b2c3d4.js"></script>`;
const CODE = "export const answer = 42;\n".repeat(200);

let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "engine-static-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), INDEX);
  await writeFile(join(folder, "assets/app-a1b2c3d4.js"), CODE);
  await writeFile(join(folder, "assets/app-a1b2c3d4.js.br"), brotliCompressSync(CODE));
  await writeFile(join(folder, "assets/app-a1b2c3d4.js.gz"), gzipSync(CODE));
  await writeFile(join(folder, "index.html.gz"), gzipSync(INDEX));
  await writeFile(join(folder, "words.txt"), CODE);
  await writeFile(join(folder, "archive.gz"), "of nothing beside it");
  await writeFile(join(folder, "favicon.svg"), "<svg/>");
  await writeFile(join(folder, "..", "engine-secret"), "secret");
  const files = await StaticFiles.open(folder, ["https://maps.example"]);
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    files.answer(request, response, pathname).then(
      (isAnswered) => isAnswered || response.writeHead(404).end(),
      () => response.destroy(), // the client did not read to the end
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
  await rm(join(folder, "..", "engine-secret"));
});

const PAGE = { headers: { Accept: "text/html,*/*" } };
const encoded = (takes: string, others: Record<string, string> = {}) => ({
  headers: { "Accept-Encoding": takes, ...others },
});
const PLAIN = encoded("identity");

describe("files of the web app", () => {
  test("files with a hash in their name are cached forever, others are revalidated", async () => {
    const asset = await fetch(`${url}/assets/app-a1b2c3d4.js`, PLAIN);
    expect(await asset.text()).toBe(CODE);
    expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const icon = await fetch(`${url}/favicon.svg`);
    expect(icon.headers.get("cache-control")).toBe("no-cache");
    const etag = icon.headers.get("etag") ?? "";
    const again = await fetch(`${url}/favicon.svg`, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
  });

  test.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, br;q=0.5", "gzip"],
    ["br;q=0, gzip;q=0", null],
    ["identity", null],
  ])("for Accept-Encoding %s the form that the build wrote is sent: %s", async (takes, coding) => {
    const asset = await fetch(`${url}/assets/app-a1b2c3d4.js`, encoded(takes));
    expect(asset.headers.get("content-encoding")).toBe(coding);
    expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(asset.headers.get("vary")).toBe("Accept-Encoding");
    const sizes = { br: brotliCompressSync(CODE).length, gzip: gzipSync(CODE).length };
    const bytes = coding === null ? CODE.length : sizes[coding as keyof typeof sizes];
    expect(asset.headers.get("content-length")).toBe(String(bytes));
    expect(await asset.text()).toBe(CODE);
  });

  test("a file without a compressed form is always sent uncompressed", async () => {
    const words = await fetch(`${url}/words.txt`, encoded("gzip, br"));
    expect(words.headers.get("content-encoding")).toBeNull();
    expect(words.headers.get("vary")).toBeNull();
    expect(await words.text()).toBe(CODE);
  });

  test("each form of a file has its own ETag, and a weak one from a proxy matches", async () => {
    const address = `${url}/assets/app-a1b2c3d4.js`;
    const etags = new Set<string>();
    for (const takes of ["br", "gzip", "identity"]) {
      const etag = (await fetch(address, encoded(takes))).headers.get("etag") ?? "";
      etags.add(etag);
      for (const known of [etag, `W/${etag}`, `"another", ${etag}`, "*"]) {
        const again = await fetch(address, encoded(takes, { "If-None-Match": known }));
        expect(again.status).toBe(304);
        expect(again.headers.get("vary")).toBe("Accept-Encoding");
      }
    }
    expect(etags.size).toBe(3);
    const [brotli] = etags;
    const other = await fetch(address, encoded("gzip", { "If-None-Match": brotli ?? "" }));
    expect(other.status).toBe(200);
  });

  test("compressed forms are not served as files of their own, but an archive is", async () => {
    expect((await fetch(`${url}/assets/app-a1b2c3d4.js.br`)).status).toBe(404);
    expect((await fetch(`${url}/assets/app-a1b2c3d4.js.gz`)).status).toBe(404);
    expect(await (await fetch(`${url}/archive.gz`)).text()).toBe("of nothing beside it");
  });

  test("a request for a range gets the whole file", async () => {
    const range = { Range: "bytes=0-9" };
    const asset = await fetch(`${url}/assets/app-a1b2c3d4.js`, encoded("br", range));
    expect(asset.status).toBe(200);
    expect(await asset.text()).toBe(CODE);
  });

  test("a static file answers HEAD without a body", async () => {
    const head = await fetch(`${url}/assets/app-a1b2c3d4.js`, { method: "HEAD", ...PLAIN });
    expect(head.headers.get("content-length")).toBe(String(CODE.length));
    expect(await head.text()).toBe("");
  });

  test("files outside the web app's folder cannot be reached", async () => {
    for (const path of [
      "/../engine-secret",
      "/%2e%2e/engine-secret",
      "/assets/..%2f..%2fengine-secret",
    ]) {
      const response = await fetch(`${url}${path}`);
      expect(await response.text()).not.toContain("secret");
    }
  });
});

describe("pages", () => {
  test("a route of the app opens with index.html; a missing file does not", async () => {
    const page = await fetch(`${url}/private/transferfs/abc`, PAGE);
    expect(await page.text()).toBe(INDEX);
    const compressed = await fetch(`${url}/private`, encoded("br, gzip", PAGE.headers));
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(compressed.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await compressed.text()).toBe(INDEX);
    expect((await fetch(`${url}/assets/gone-a1b2c3d4.js`)).status).toBe(404);
    expect((await fetch(`${url}/private/x`, { method: "POST", ...PAGE })).status).toBe(404);
  });

  test("pages allow scripts of this origin, and the single inline script by its hash", async () => {
    const policy = (await fetch(url, PAGE)).headers.get("content-security-policy") ?? "";
    const hash = createHash("sha256").update(INLINE).digest("base64");
    expect(policy).toContain(
      `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}' https://maps.example;`,
    );
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
  });

  test("pages served over TLS have Strict-Transport-Security", async () => {
    const secure = await fetch(url, { headers: { ...PAGE.headers, "X-Forwarded-Proto": "https" } });
    expect(secure.headers.get("strict-transport-security")).toMatch(/max-age=/);
    expect((await fetch(url, PAGE)).headers.get("strict-transport-security")).toBeNull();
  });
});
