import { afterAll, beforeAll, expect, test } from "vitest";
import { FILES, isPossible, KINDS, Subject, type Damage } from "./damages";
import { randomFrom } from "./random";

/** `npm run soak -- damages` tries more places. */
const SEED = 7;

let subject: Subject;
beforeAll(async () => {
  subject = await Subject.create();
});
afterAll(() => subject.remove());

test("damage to a file of the data folder never loses or changes data silently", () => {
  const random = randomFrom(SEED);
  const damages = FILES.flatMap((file) =>
    KINDS.filter((kind) => isPossible(file, kind)).map((kind): Damage => ({
      file,
      kind,
      place: random(),
      bit: Math.floor(random() * 8),
    })),
  );
  expect(damages.length).toBeGreaterThan(20);
  const silent = damages
    .map((damage) => ({ damage, ...subject.try(damage) }))
    .filter(({ outcome }) => outcome === "SILENT");
  expect(silent).toEqual([]);
});
