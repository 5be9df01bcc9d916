import { join } from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { ROOT } from "../../tests/support/deployments/deployment";
import { KEEP_NAMES } from "../arrival";
import type { IndexTimes } from "./indexWorker";

/** Origin served from memory, because a worker needs one. */
const ORIGIN = "http://bench.invalid";

/** Builds the map's index of this many places in a worker of `browser`, `rounds` times. */
export async function measureIndex(
  browser: Browser,
  samples: number,
  rounds: number,
): Promise<IndexTimes[]> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "bench", "overview", "indexWorker.ts")],
    tsconfig: join(ROOT, "tsconfig.json"),
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
  });
  const code = outputFiles[0]?.text ?? "";
  const page = await browser.newPage();
  await page.addInitScript(KEEP_NAMES);
  await page.route(`${ORIGIN}/**`, (route) =>
    route.request().url().endsWith("/worker.js")
      ? route.fulfill({ contentType: "text/javascript", body: code })
      : route.fulfill({ contentType: "text/html", body: "<!doctype html><title>bench</title>" }),
  );
  await page.goto(ORIGIN);
  const measured = await page.evaluate(
    ([count, times]) =>
      new Promise<IndexTimes[]>((resolve, reject) => {
        const answers: IndexTimes[] = [];
        const worker = new Worker("/worker.js");
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.onmessage = ({ data }: MessageEvent<IndexTimes>) => {
          answers.push(data);
          if (answers.length === times) resolve(answers);
        };
        for (let round = 0; round < times; round++) worker.postMessage(count);
      }),
    [samples, rounds] as const,
  );
  await page.close();
  return measured;
}
