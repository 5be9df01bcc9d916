/**
 * Names of automatic backups, and which of them are kept. Files with other names, such as those of
 * `sms backup`, are left alone.
 */
import { DAY_MS } from "#domain/common/durations";

const NAME = /^sms-nightly-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** Hour of the server's time zone at which a backup falls due. */
const HOUR = 2;
/** Newest backups that are kept: one for each of these days, and one for each of these weeks. */
const DAYS = 7;
const WEEKS = 4;

/** Returns the name of the backup made at `time`, epoch ms. */
export function backupName(time: number): string {
  const text = new Date(time).toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "");
  return `sms-nightly-${text}.backup`;
}

/** Returns when a backup was made, epoch ms; null for a file with another name. */
export function backupTime(name: string): number | null {
  const found = NAME.exec(name)?.slice(1).map(Number);
  if (!found) return null;
  const [year = 0, month = 1, ...rest] = found;
  return Date.UTC(year, month - 1, ...(rest as [number, number, number, number]));
}

/** True if the newest backup, if any, is older than the last time that one fell due. */
export function isDue(newest: number | null, now: number): boolean {
  if (newest === null) return true;
  const due = new Date(now);
  due.setHours(HOUR, 0, 0, 0);
  const lastDue = due.getTime() <= now ? due.getTime() : due.getTime() - DAY_MS;
  return newest < lastDue;
}

/**
 * Returns the backups to delete: all but the newest of each of the last 7 days that have one, and
 * of each of the last 4 weeks that have one. Days without a backup, because the server was down,
 * delete nothing.
 */
export function expiredBackups(names: readonly string[]): string[] {
  const backups = names.flatMap((name) => {
    const time = backupTime(name);
    return time === null ? [] : [{ name, time }];
  });
  backups.sort((a, b) => b.time - a.time);
  const kept = new Set([
    ...newestOfEach(backups, DAYS, DAY_MS),
    ...newestOfEach(backups, WEEKS, 7 * DAY_MS),
  ]);
  return backups.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** Returns the names of the newest backup in each of the newest `count` periods that have one. */
function newestOfEach(
  newestFirst: readonly { readonly name: string; readonly time: number }[],
  count: number,
  periodMs: number,
): string[] {
  const names = new Map<number, string>();
  for (const { name, time } of newestFirst) {
    const period = Math.floor(time / periodMs);
    if (!names.has(period) && names.size < count) names.set(period, name);
  }
  return [...names.values()];
}
