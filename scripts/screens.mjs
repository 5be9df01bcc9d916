// @ts-check
/**
 * `npm run screens`: on a fresh machine too. Starts a demo lab of its own, goes to every screen of
 * the app on a laptop and a phone, and writes their pictures to docs/screens/, and the few that the
 * app shows of itself to web/public/. `npm run screens -- transfer-list inbox` takes only those.
 */
import { buildCommandLine, buildServer, buildWeb } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { run, script } from "./lib/run.mjs";

await script(async () => {
  await ensureInstalled();
  const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() };
  await buildCommandLine();
  await buildServer();
  /** @param {readonly string[]} scenes */
  const take = async (scenes) => {
    await buildWeb();
    await run("npx", ["tsx", "tests/screens/take.ts", ...scenes], { env, show: true });
  };
  const asked = process.argv.slice(2);
  await take(asked);
  // They show pictures of the app: now those of today.
  if (asked.length === 0) await take(["landing", "help"]);
});
