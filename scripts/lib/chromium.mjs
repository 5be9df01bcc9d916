// @ts-check
import { existsSync } from "node:fs";
import { Problem, run, step } from "./run.mjs";

/** Chromium without windows comes first: the same pages take a quarter less processor time. */
const KNOWN_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Finds a Chromium's path, or null: the one that `CHROMIUM_PATH` names, else one in a usual place.
 */
export function findChromium() {
  const named = process.env["CHROMIUM_PATH"];
  if (named) return existsSync(named) ? named : null;
  return KNOWN_PATHS.find((path) => existsSync(path)) ?? null;
}

/**
 * The Chromium that the browser tests drive, installed from Debian where that is possible.
 *
 * @returns {Promise<string>} its path
 * @throws {Problem} saying what to install, where this script may not
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
