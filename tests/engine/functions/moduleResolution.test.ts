import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { resolveWithin } from "../../../engine/functions/loading/moduleResolution";

test("a module that is imported while modules are loaded is the same one later", async () => {
  const temporary = await realpath(await mkdtemp(join(tmpdir(), "sms-modules-")));
  // The tests' own imports leave folders of this name to Node.
  const folder = join(temporary, "modules", "1");
  await mkdir(join(folder, "_deps"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await writeFile(join(folder, "_deps", "counter.js"), "export const counter = { count: 0 };");
  await writeFile(
    join(folder, "early.js"),
    'import { counter } from "./_deps/counter.js"; import "node:path"; counter.count++;',
  );
  await writeFile(join(folder, "late.js"), 'export { counter } from "./_deps/counter.js";');
  const load = (name: string) =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href) as Promise<object>;
  const stop = resolveWithin(pathToFileURL(join(folder, "/")).href);
  await load("early.js");
  stop();
  expect(await load("late.js")).toMatchObject({ counter: { count: 1 } });
  await rm(temporary, { recursive: true });
});
