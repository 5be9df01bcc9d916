// @ts-check
/**
 * `npm run soak [-- KIND [ROUNDS]]`: repeats randomised tests until one fails or they have run
 * ROUNDS times. Without KIND, runs each kind in turn. `npm test` runs each of these tests once. The
 * kind `damages` takes `PLACES [SEED]` instead: it damages each file of a data folder in each way.
 */
import { randomInt } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Problem, root, run, script } from "./lib/run.mjs";

/**
 * Test files of one kind: their paths, or a pattern that their text matches. `rounds`: number of
 * repetitions that reaches the figure claimed for the kind.
 *
 * @typedef {{ says: string, rounds: number, files: readonly string[] | RegExp }} Kind
 */

/** @type {Readonly<Record<string, Kind>>} */
const KINDS = {
  kills: {
    says: "20 kill -9 under writers a round",
    rounds: 50,
    files: ["tests/engine/crash"],
  },
  "disk-full": {
    says: "disks that are full or fail",
    rounds: 50,
    files: [
      "tests/engine/storage/durability.test.ts",
      "tests/engine/storage/compact.test.ts",
      "tests/engine/clients/nothingSaved.test.ts",
      "tests/engine/commit/groupCommit.test.ts",
      "tests/engine/commit/recovery.test.ts",
    ],
  },
  races: {
    says: "200 races a round",
    rounds: 25,
    files: ["tests/engine/home/races.test.ts"],
  },
  properties: {
    says: "every property and fuzzed call, with new seeds each round",
    rounds: 20,
    files: /fast-check|support\/property|custodySuite|feedSuite/,
  },
};

/**
 * Number of places per file and kind of damage, tried in a child process
 * (tests/engine/damage/run.ts).
 */
const DAMAGED_PLACES = 50;

await script(async () => {
  const [asked, typedRounds] = process.argv.slice(2);
  const kinds = [...Object.keys(KINDS), "damages"];
  if (asked !== undefined && !kinds.includes(asked)) {
    throw new Problem(`"${asked}" is none of ${kinds.join(", ")}.`);
  }
  const rounds = typedRounds === undefined ? undefined : Number(typedRounds);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
    throw new Problem(`"${typedRounds}" is no number of rounds.`);
  }
  for (const kind of asked === undefined ? kinds : [asked]) await soak(kind, rounds);
});

/**
 * @param {string} name
 * @param {number | undefined} askedRounds
 */
async function soak(name, askedRounds) {
  const kind = KINDS[name];
  if (kind === undefined) {
    const places = String(askedRounds ?? DAMAGED_PLACES);
    const seed = process.argv.slice(4);
    return run("npx", ["tsx", "tests/engine/damage/run.ts", places, ...seed], { show: true });
  }
  const rounds = askedRounds ?? kind.rounds;
  const files = kind.files instanceof RegExp ? await filesWith(kind.files) : kind.files;
  for (let round = 1; round <= rounds; round++) {
    console.log(`${name}, round ${round} of ${rounds}: ${kind.says}`);
    const env = { ...process.env, PROPERTY_SEED: String(randomInt(2 ** 31)) };
    await run("npx", ["vitest", "run", "--reporter=dot", ...files], { show: true, env });
  }
}

/**
 * Returns the test files whose text matches `pattern`.
 *
 * @param {RegExp} pattern
 */
async function filesWith(pattern) {
  const names = await readdir(join(root, "tests"), { recursive: true });
  const tests = names.filter((name) => /\.test\.tsx?$/.test(name)).map((name) => `tests/${name}`);
  const texts = await Promise.all(tests.map((test) => readFile(join(root, test), "utf8")));
  return tests.filter((_, index) => pattern.test(texts[index] ?? "")).sort();
}
