import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtProgram } from "../support/builtProgram";
import { testAppBundle } from "../support/testDeployment";
import { readFolder, type Reading } from "./reading";

/**
 * Outcome of one damaged folder. "SILENT" must never occur: data is lost or changed, and neither
 * the start, a read nor the check reported it.
 */
export type Outcome =
  | "harmless"
  | "recreated"
  | "start refused"
  | "read refused"
  | "found by the check"
  | "process ended, found by the check"
  | "process ended"
  | "SILENT";

export const KINDS = ["flipped bit", "zeroed", "cut", "removed", "older copy"] as const;
type Kind = (typeof KINDS)[number];

/** Files of a data folder, and whether they can be damaged at a place. */
export const FILES = [
  "store/commits.log",
  "store/documents.mdb",
  "store/documents.mdb-lock",
  "store/engine.lock.<n>",
  "instance.json",
  "files/<uuid>",
  "modules/…",
] as const;
type DamagedFile = (typeof FILES)[number];

/** Files that every start makes anew. */
export const RECREATED: readonly DamagedFile[] = [
  "store/documents.mdb-lock",
  "store/engine.lock.<n>",
  "modules/…",
];

/** Files whose earlier contents the subject keeps. The other files do not change. */
const KEPT_FILES: readonly DamagedFile[] = ["store/commits.log", "store/documents.mdb"];

export function isPossible(file: DamagedFile, kind: Kind): boolean {
  return kind !== "older copy" || KEPT_FILES.includes(file);
}

export interface Damage {
  readonly file: DamagedFile;
  readonly kind: Kind;
  /** In [0, 1): selects the place in the file, and one of several files. */
  readonly place: number;
  readonly bit: number;
}

/** One folder of acknowledged data; every damage gets its own copy. */
export class Subject {
  private constructor(
    readonly folder: string,
    private readonly program: string,
    private readonly bundle: string,
    private readonly whole: Pick<Reading, "content" | "adminKey">,
  ) {}

  static async create(): Promise<Subject> {
    const program = await builtProgram("tests/engine/damage/subject.ts");
    const folder = mkdtempSync(join(tmpdir(), "engine-damage-"));
    const bundle = await testAppBundle();
    const written = run(program, "write", join(folder, "whole"), bundle);
    if (!written.reading) throw new Error(`the subject wrote nothing: ${written.errors}`);
    return new Subject(folder, program, bundle, written.reading);
  }

  /**
   * Damages a copy of the folder, starts on it, and returns the outcome. Its error must name the
   * file of the first damage.
   */
  async try(...damages: [Damage, ...Damage[]]): Promise<{ outcome: Outcome; detail: string }> {
    const copy = mkdtempSync(join(this.folder, "copy-"));
    try {
      const source = join(this.folder, "whole");
      cpSync(source, copy, { recursive: true, filter: (path) => !path.includes("engine.lock.") });
      for (const damage of damages) {
        if (damage.kind === "older copy") this.#putBack(copy, damage);
        else if (damage.file !== "store/engine.lock.<n>") applyTo(copy, damage);
        else if (damage.kind !== "removed") writeFileSync(join(copy, "store/engine.lock.1"), "x");
      }
      return await this.#outcome(copy, damages[0]);
    } finally {
      rmSync(copy, { recursive: true });
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** Replaces a file in `folder` with its content at one of the moments that the subject kept. */
  #putBack(folder: string, { file, place }: Damage): void {
    const moments = readdirSync(join(this.folder, "earlier"));
    const moment = moments[Math.floor(place * moments.length)]!;
    cpSync(join(this.folder, "earlier", moment, file), join(folder, file));
  }

  async #outcome(folder: string, { file }: Damage): Promise<{ outcome: Outcome; detail: string }> {
    // Only a damaged data file can end the process: it leads LMDB outside the file.
    const { reading, errors, signal } =
      file === "store/documents.mdb"
        ? run(this.program, "read", folder, this.bundle)
        : await readHere(folder, this.bundle);
    if (!reading) {
      const detail = `${signal} ${errors.slice(0, 200)}`;
      const checked = run(this.program, "check", folder, this.bundle).reading;
      if (!checked) return { outcome: "process ended", detail };
      const isFound = checked.faults.length > 0;
      return { outcome: isFound ? "process ended, found by the check" : "SILENT", detail };
    }
    const { refused, failed, content, adminKey, faults } = reading;
    const path = join(folder, file.replace(/<.*|…/, ""));
    const named = (outcome: Outcome, detail: string) => ({
      outcome: detail.includes(path) ? outcome : "SILENT",
      detail,
    });
    if (refused) return named("start refused", refused);
    if (failed) return named("read refused", failed);
    if (faults.length > 0) return { outcome: "found by the check", detail: faults[0]! };
    if (content !== this.whole.content) return { outcome: "SILENT", detail: "the content differs" };
    if (adminKey !== this.whole.adminKey) return { outcome: "recreated", detail: "" };
    return { outcome: "harmless", detail: "" };
  }
}

async function readHere(folder: string, bundle: string) {
  const readings: Reading[] = [];
  await readFolder(folder, bundle, (reading) => readings.push(reading));
  return { reading: readings[0] ?? null, errors: "", signal: null };
}

function run(program: string, mode: string, folder: string, bundle: string) {
  const { stdout, stderr, signal } = spawnSync(process.execPath, [program, mode, folder, bundle], {
    encoding: "utf8",
    timeout: 120_000,
  });
  const line = stdout.split("\n").find((text) => text.startsWith("{"));
  return {
    reading: line === undefined ? null : (JSON.parse(line) as Reading),
    errors: stderr,
    signal,
  };
}

function applyTo(folder: string, { file, kind, place, bit }: Damage): void {
  const path = join(folder, fileIn(folder, file, place));
  const bytes = readFileSync(path);
  const at = Math.floor(place * bytes.length);
  if (kind === "removed") return rmSync(path);
  if (kind === "cut") return writeFileSync(path, bytes.subarray(0, at));
  if (kind === "zeroed") bytes.fill(0, at, Math.min(at + 4_096, bytes.length));
  else bytes[at]! ^= 1 << bit;
  writeFileSync(path, bytes);
}

/** Several files have one name in the table; `place` picks one. */
function fileIn(folder: string, file: DamagedFile, place: number): string {
  const directory = /^(files|modules)\//.exec(file)?.[1];
  if (directory === undefined) return file;
  const found = readdirSync(join(folder, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  return found[Math.floor(place * found.length)]!;
}
