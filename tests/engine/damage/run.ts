/**
 * `npm run soak -- damages [places] [seed]`: damages every file of a data folder in every way, at
 * `places` random places each, and prints the outcomes as the table of engine/README.md. Exits with
 * code 1 when any damage was silent. 50 places take about ten minutes.
 */
import { FILES, isPossible, KINDS, Subject, type Outcome } from "./damages";
import { randomFrom } from "./random";

const [places = "10", seed = String(Date.now())] = process.argv.slice(2);
const random = randomFrom(Number(seed));
process.stderr.write(`seed ${seed}\n`);

const subject = await Subject.create();
let silent = 0;
const rows: string[][] = [];
try {
  for (const file of FILES) {
    const row: string[] = [];
    for (const kind of KINDS) {
      if (!isPossible(file, kind)) {
        row.push("");
        continue;
      }
      const counts = new Map<Outcome, number>();
      const times = kind === "removed" ? 1 : Number(places);
      for (let i = 0; i < times; i++) {
        const damage = { file, kind, place: random(), bit: Math.floor(random() * 8) };
        const { outcome, detail } = await subject.try(damage);
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        if (outcome !== "SILENT") continue;
        silent++;
        process.stderr.write(`SILENT: ${JSON.stringify(damage)} ${detail}\n`);
      }
      const cell = [...counts].sort(([, a], [, b]) => b - a);
      row.push(
        cell.map(([outcome, count]) => `${outcome}${times > 1 ? ` ${count}` : ""}`).join("; "),
      );
      process.stderr.write(`${file}, ${kind}: ${row.at(-1)}\n`);
    }
    rows.push([`\`${file}\``, ...row]);
  }
} finally {
  subject.remove();
}
const lines = [["file", ...KINDS], ["---", ...KINDS.map(() => "---")], ...rows];
for (const cells of lines) process.stdout.write(`| ${cells.join(" | ")} |\n`);
process.exitCode = silent > 0 ? 1 : 0;
