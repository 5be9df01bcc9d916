import { afterAll, beforeAll, expect, test } from "vitest";
import { FILES, isPossible, KINDS, RECREATED, Subject, type Damage } from "./damages";
import { randomFrom } from "./random";

/** `npm run soak -- damages` tries more places. */
const SEED = 7;

let subject: Subject;
beforeAll(async () => {
  subject = await Subject.create();
});
afterAll(() => subject.remove());

test("damage to a file of the data folder never loses or changes data silently", async () => {
  const random = randomFrom(SEED);
  const aDamage = (file: Damage["file"], kind: Damage["kind"]): Damage => ({
    ...{ file, kind, place: random() },
    bit: Math.floor(random() * 8),
  });
  // Each has a start of its own, except damages to files that every start makes anew.
  const starts = KINDS.flatMap((kind): [Damage, ...Damage[]][] => {
    const files = FILES.filter((file) => isPossible(file, kind) && !RECREATED.includes(file));
    const single = files.map((file): [Damage] => [aDamage(file, kind)]);
    const [first, ...more] = RECREATED.filter((file) => isPossible(file, kind)).map((file) =>
      aDamage(file, kind),
    );
    return first ? [...single, [first, ...more]] : single;
  });
  expect(starts.flat().length).toBeGreaterThan(20);
  const silent: object[] = [];
  for (const damages of starts) {
    const { outcome, detail } = await subject.try(...damages);
    if (outcome === "SILENT") silent.push({ damages, detail });
  }
  expect(silent).toEqual([]);
});
