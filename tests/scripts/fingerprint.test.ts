import { randomUUID } from "node:crypto";
import { rm, utimes, writeFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { unlessFresh } from "../../scripts/lib/fingerprint.mjs";

const name = `test-${randomUUID()}`;
const build = { name, inputs: ["README.md"], output: "package.json" };

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(new URL(`../../.build/fingerprints/${name}`, import.meta.url), { force: true });
});

/** Asks for `builds` one after another. Gives true for each that did its work. */
async function worked(...builds: Parameters<typeof unlessFresh>[0][]): Promise<boolean[]> {
  const done: boolean[] = [];
  for (const each of builds) done.push(await unlessFresh(each, () => Promise.resolve()));
  return done;
}

test("a build is made once for its inputs, and again for others or without its output", async () => {
  const others = { ...build, inputs: ["README.md", "package.json"] };
  const lost = { ...others, output: "no-such-file" };
  expect(await worked(build, build, others, others, lost)).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
});

test("a build is made again when a variable that it writes into its output changes", async () => {
  const made = { ...build, variables: ["SMS_TEST_VARIABLE"] };
  expect(await worked(made, made)).toEqual([true, false]);
  vi.stubEnv("SMS_TEST_VARIABLE", "another");
  expect(await worked(made, made)).toEqual([true, false]);
});

test("a build that failed is tried again", async () => {
  const failing = unlessFresh(build, () => Promise.reject(new Error("no luck")));
  await expect(failing).rejects.toThrow("no luck");
  expect(await worked(build)).toEqual([true]);
});

test("a file with another date but the same content makes no new build", async () => {
  const path = new URL(`../../.build/${name}.txt`, import.meta.url);
  const made = { ...build, inputs: [`.build/${name}.txt`] };
  await writeFile(path, "one");
  expect(await worked(made)).toEqual([true]);
  await utimes(path, new Date(0), new Date(0));
  expect(await worked(made)).toEqual([false]);
  await writeFile(path, "two");
  expect(await worked(made)).toEqual([true]);
  await rm(path);
});
