// @ts-check
import { existsSync } from "node:fs";
import { Problem, run, step } from "./run.mjs";

/** Usual paths of Chromium. The headless shell comes first: it takes a quarter less CPU time. */
const KNOWN_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Returns a Chromium's path, or null: the path in `CHROMIUM_PATH`, otherwise one of the usual
 * paths.
 */
export function findChromium() {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return existsSync(named) ? named : null;
  return KNOWN_PATHS.find((path) => existsSync(path)) ?? null;
}

/**
 * Returns the Chromium for the browser tests, installing it from Debian if possible.
 *
 * @returns {Promise<string>} its path
 * @throws {Problem} naming what to install, if this script may not install it
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!mayInstall || process.env["CHROMIUM_PATH"]) {
    throw new Problem(
      "The browser tests need Chromium. On Debian or Ubuntu: sudo apt-get install chromium.\n" +
        "Elsewhere install Chrome or Chromium, and set CHROMIUM_PATH to its program.",
    );
  }
  await step("Installing Chromium from Debian (only the first time)", async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-q"], { env });
    const browser = "chromium-headless-shell";
    await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", browser], { env });
  });
  const installed = findChromium();
  if (!installed) throw new Problem("apt-get installed chromium, but its program was not found.");
  return installed;
}
