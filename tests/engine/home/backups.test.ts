import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { internal } from "../../../convex/_generated/api";
import { buildServer } from "../../../scripts/lib/build.mjs";
import { BackupSchedule } from "../../../server/backups/schedule";
import { eventually } from "../../support/eventually";
import { EmbeddedHome } from "../../support/deployments/embeddedHome";
import { asTerminal } from "../../../cli/admin";
import { bundleWithTestFunctions } from "../../support/deployments/home";
import { ROOT } from "../../support/deployments/deployment";

const ENGINE = join(ROOT, "dist", "engine.mjs");
const HOUR = 60 * 60_000;

let home: EmbeddedHome;
let folder: string;
beforeAll(async () => {
  await buildServer();
  const dataDir = mkdtempSync(join(tmpdir(), "sms-backups-"));
  home = await EmbeddedHome.open({ dataDir, pushRequest: await bundleWithTestFunctions() });
});
afterAll(() => home.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sms-nightly-"));
});

/** A schedule for `folder` that logs to `lines`. */
function schedule({ command = null as string | null, engine = ENGINE } = {}) {
  const lines: [level: string, message: string, fields?: object][] = [];
  const log = {
    info: (message: string) => void lines.push(["info", message]),
    warn: (message: string) => void lines.push(["warn", message]),
    error: (message: string, fields = {}) => void lines.push(["error", message, fields]),
  };
  const settings = { folder, command };
  return {
    lines,
    backups: new BackupSchedule({ deployment: home.deployment, settings, engine, log }),
  };
}

const state = async () =>
  (await home.admin.query(asTerminal(internal.operations.stateFromTerminal), {})).backups;

/** A program in place of `engine`, which checks a new backup in a second of processor time. */
function program(source: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "sms-engine-")), "engine.mjs");
  writeFileSync(file, source);
  return file;
}

describe("automatic backups", () => {
  test("are verified, private, named by their time, and made once a night", async () => {
    const { backups, lines } = schedule();
    await backups.makeIfDue();
    await backups.makeIfDue();
    await backups.close();
    const [name = "", ...others] = readdirSync(folder);
    expect([others, lines]).toEqual([[], [["info", "backup made and verified"]]]);
    expect(name).toMatch(/^sms-nightly-\d{8}T\d{6}Z\.backup$/);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, name), "utf8").slice(0, 24)).toBe("convex-engine-backup 1\ns");
    expect((await state()).madeAt).toBeGreaterThan(Date.now() - HOUR);
  });

  test("automatic backups that fail leave no file, tell the admins why, and are tried again an hour later", async () => {
    const engine = program('console.error("entry 7 is damaged"); process.exit(1);');
    const { backups, lines } = schedule({ engine });
    await backups.makeIfDue();
    await backups.makeIfDue();
    const reason = "the new backup's check ended with code 1: entry 7 is damaged";
    expect(lines).toEqual([["error", "the nightly backup failed", { error: reason }]]);
    expect(readdirSync(folder)).toEqual([]);
    expect((await state()).failure).toMatchObject({ error: reason });

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR + 1 });
    try {
      await backups.makeIfDue();
    } finally {
      vi.useRealTimers();
    }
    await backups.close();
    expect(lines).toHaveLength(2);
  });

  test("automatic backups whose command fails are kept, and reported", async () => {
    const engine = program("");
    const { backups, lines } = schedule({ engine, command: "echo no route to host; exit 3" });
    await backups.makeIfDue();
    await backups.close();
    expect(readdirSync(folder)).toHaveLength(1);
    const error = "SMS_BACKUP_COMMAND ended with code 3: no route to host";
    expect(lines).toEqual([["error", "the nightly backup failed", { error }]]);
  });

  test("end when the server stops, without a trace", async () => {
    const started = join(folder, "..", `started-${process.pid}`);
    const engine = program(
      `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(started)}, ""); setInterval(() => {}, 1000);`,
    );
    const { backups, lines } = schedule({ engine });
    const attempt = backups.makeIfDue();
    await eventually(() => expect(existsSync(started)).toBe(true));
    await backups.close();
    await attempt;
    expect([readdirSync(folder), lines]).toEqual([[], []]);
  });

  test("remove the draft of a server that was killed, and are given to the operator's command", async () => {
    writeFileSync(join(folder, ".sms-nightly-abc"), "half");
    const command = 'cp "$SMS_BACKUP_FILE" "$SMS_BACKUP_FILE.copy"';
    const { backups } = schedule({ engine: program(""), command });
    await backups.makeIfDue();
    await backups.close();
    expect(readdirSync(folder).sort()).toEqual([
      expect.stringMatching(/^sms-nightly-.*\.backup$/),
      expect.stringMatching(/^sms-nightly-.*\.copy$/),
    ]);
  });
});
