import { createHash } from "node:crypto";

/**
 * Returns the headers of every page. Scripts come from this origin only, plus the inline scripts of
 * index.html itself by their hash; styles may be inline because component libraries insert them.
 *
 * @param indexHtml the app's page
 * @param extraSources hosts from which the app loads scripts, images and data, such as a maps
 *   service
 */
export function pageHeaders(
  indexHtml: string,
  extraSources: readonly string[],
): Record<string, string> {
  const extra = extraSources.map((source) => ` ${source}`).join("");
  const policy = [
    "default-src 'self'",
    // Allows this origin's WebAssembly, which reads bar codes, but not eval.
    `script-src 'self' 'wasm-unsafe-eval'${inlineScriptHashes(indexHtml)}${extra}`,
    `style-src 'self' 'unsafe-inline'${extra}`,
    `img-src 'self' data: blob:${extra}`,
    `font-src 'self' data:${extra}`,
    `connect-src 'self'${extra}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Permissions-Policy": "camera=(self), geolocation=(self), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
}

function inlineScriptHashes(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return inline
    .map(([, source = ""]) => createHash("sha256").update(source).digest("base64"))
    .map((hash) => ` 'sha256-${hash}'`)
    .join("");
}
