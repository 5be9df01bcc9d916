// @ts-check
/**
 * `npm run screens`, on a fresh machine too: starts its own demo lab, visits every screen of the
 * app on a laptop and a phone, light and dark, and writes the pictures to `.screens/latest/`
 * (ignored by git), and those that the app shows of itself to web/public/. Arguments:
 * tests/screens/take.ts.
 */
import { buildCommandLine, buildServer, buildWeb } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { run, script } from "./lib/run.mjs";

await script(async () => {
  await ensureInstalled();
  const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() };
  const asked = process.argv.slice(2);
  /** @param {readonly string[]} args */
  const take = (args) => run("npx", ["tsx", "tests/screens/take.ts", ...args], { env, show: true });
  if (asked.includes("--compare")) return await take(asked);
  await buildCommandLine();
  await buildServer();
  await buildWeb();
  await take(asked);
  if (asked.length > 0) return;
  // These two pages show pictures of the app that were just retaken.
  await buildWeb();
  await take(["landing", "help"]);
});
