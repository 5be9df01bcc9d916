/**
 * `sms doctor` and the page "Server health": turns facts about a running server into findings, each
 * with what to do about it.
 */
import { formatDate } from "../common/dates";
import { DAY_MS, formatDuration, HOUR_MS, MINUTE_MS } from "../common/durations";
import { describeKeptState, sizeText } from "../common/keptState";
import type { EngineFacts } from "./engineHealth";

/** Facts that every deployment has. Times are epoch ms. */
export type AppFacts = {
  /** The server's clock. */
  readonly now: number;
  /** The server's version. */
  readonly version: string;
  readonly backups: {
    readonly madeAt: number | null;
    readonly failure: { readonly at: number; readonly error: string } | null;
  };
  readonly hasMailService: boolean;
  /** Mails that failed within the last day. */
  readonly failedMails: number;
  readonly queuedSince: number | null;
  /** Hosts of webhooks whose receivers accept no deliveries. */
  readonly failingWebhooks: readonly string[];
};

/** The program that shows the findings. */
export type Reader = {
  readonly name: "page" | "terminal";
  /** Its computer's clock, epoch ms. */
  readonly now: number;
  readonly version: string;
};

export type Subject =
  | "Data"
  | "Disk"
  | "Readers"
  | "Calls"
  | "Jobs"
  | "Backups"
  | "Upgrade"
  | "Mail"
  | "Webhooks"
  | "Clock"
  | "Version";

export type Finding = {
  readonly subject: Subject;
  readonly isWell: boolean;
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
};

/** Age at which the newest backup is too old: one night was missed. */
const MAX_BACKUP_AGE_MS = 2 * DAY_MS;
/** Mail that waits longer is stuck: its fifth attempt has failed. */
const MAX_QUEUED_MS = 30 * MINUTE_MS;
const MAX_READER_MS = 2 * HOUR_MS;
/** A job that is due starts within seconds; one that is later is stuck behind others. */
const MAX_OVERDUE_MS = 5 * MINUTE_MS;
const MAX_CLOCK_MS = MINUTE_MS;
/** Disk space that a backup leaves free (engine/storage/diskSpace.ts). */
const RESERVE_BYTES = 256 * 2 ** 20;

/** @param engine null for a deployment on Convex Cloud or self-hosted Convex */
export function diagnose(app: AppFacts, engine: EngineFacts | null, reader: Reader): Finding[] {
  return [
    ...(engine
      ? [
          data(engine),
          disk(engine),
          readers(engine),
          blocked(engine),
          jobs(engine),
          backups(app),
          upgrade(engine),
        ]
      : []),
    mail(app),
    webhooks(app),
    clock(app, reader),
    version(app, engine, reader),
  ];
}

function data({ lastCheck }: EngineFacts): Finding {
  const subject = "Data";
  if (lastCheck === null) {
    return { subject, isWell: true, text: "not read as a whole since the start; this is due soon" };
  }
  const { at, faults } = lastCheck;
  if (faults.length === 0) return { subject, isWell: true, text: `whole on ${formatDate(at)}` };
  return {
    subject,
    isWell: false,
    text: `damaged: ${faults[0]}${faults.length > 1 ? ` and ${faults.length - 1} more` : ""}`,
    remedy: "Check the disk, and restore the newest whole backup into a new folder.",
  };
}

function disk({ freeBytes, dataFile }: EngineFacts): Finding {
  const subject = "Disk";
  const needed = 2 * dataFile.usedBytes + RESERVE_BYTES;
  const text = `${sizeText(freeBytes)} free, ${sizeText(dataFile.bytes)} used by the data`;
  if (freeBytes >= needed) return { subject, isWell: true, text };
  const remedy = `Free some: a backup needs ${sizeText(needed)} while it is made.`;
  return { subject, isWell: false, text, remedy };
}

function readers({ dataFile: { oldestReaderMs } }: EngineFacts): Finding {
  const subject = "Readers";
  if (oldestReaderMs === null) return { subject, isWell: true, text: "none is open" };
  const text = `the oldest has been open for ${formatDuration(oldestReaderMs)}`;
  if (oldestReaderMs < MAX_READER_MS) return { subject, isWell: true, text };
  const remedy = "The data file grows with every write until it ends: stop that backup or export.";
  return { subject, isWell: false, text, remedy };
}

function blocked({ blockedCalls }: EngineFacts): Finding {
  const subject = "Calls";
  if (blockedCalls === 0) return { subject, isWell: true, text: "none is blocked" };
  return {
    subject,
    isWell: false,
    text: `${blockedCalls} blocked, because they held up the server`,
    remedy: "See who calls what: engine blocked",
  };
}

function jobs({ jobs: { overdueMs, failed, lastFailed } }: EngineFacts): Finding {
  const subject = "Jobs";
  if (overdueMs > MAX_OVERDUE_MS) {
    return {
      subject,
      isWell: false,
      text: `are stuck: one has been due for ${formatDuration(overdueMs)}`,
      remedy: "Restart the server. If that does not help, see its log.",
    };
  }
  if (failed === 0) return { subject, isWell: true, text: "none is late, and none failed today" };
  return {
    subject,
    isWell: false,
    text: `${failed} failed within a day, the newest in ${lastFailed ?? "a function"}`,
    remedy: "See the reason in the server's log, at “function failed”.",
  };
}

function backups({ backups: { madeAt, failure }, now }: AppFacts): Finding {
  const subject = "Backups";
  if (failure !== null) {
    return {
      subject,
      isWell: false,
      text: `the latest failed on ${formatDate(failure.at)}: ${failure.error}`,
      remedy: madeAt === null ? "There is none." : `The newest is of ${formatDate(madeAt)}.`,
    };
  }
  if (madeAt === null) {
    const remedy = "Start with SMS_BACKUP_DIR=/a/folder, on another disk.";
    return { subject, isWell: false, text: "none is made automatically", remedy };
  }
  const text = `the newest is of ${formatDate(madeAt)}`;
  if (now - madeAt < MAX_BACKUP_AGE_MS) return { subject, isWell: true, text };
  const remedy = "Start with SMS_BACKUP_DIR=/a/folder, and see the server's log.";
  return { subject, isWell: false, text, remedy };
}

function upgrade({ previousState }: EngineFacts): Finding {
  const subject = "Upgrade";
  if (previousState === null) return { subject, isWell: true, text: "none can be rolled back" };
  const text = `can be rolled back: the data of before is kept (${describeKeptState(previousState)})`;
  return { subject, isWell: true, text };
}

function mail({ hasMailService, failedMails, queuedSince, now }: AppFacts): Finding {
  const subject = "Mail";
  if (!hasMailService) {
    const remedy = "Start with SMS_SMTP_URL or RESEND_API_KEY.";
    return { subject, isWell: false, text: "stays in the outbox: no mail service is set", remedy };
  }
  const remedy = "See the reasons: sms mail list";
  if (queuedSince !== null && now - queuedSince > MAX_QUEUED_MS) {
    const text = `is stuck: one has waited for ${formatDuration(now - queuedSince)}`;
    return { subject, isWell: false, text, remedy };
  }
  if (failedMails === 0) return { subject, isWell: true, text: "goes out" };
  return { subject, isWell: false, text: `${failedMails} failed within a day`, remedy };
}

function webhooks({ failingWebhooks }: AppFacts): Finding {
  const subject = "Webhooks";
  if (failingWebhooks.length === 0) return { subject, isWell: true, text: "none is failing" };
  const text = `no delivery reaches ${failingWebhooks.join(", ")}`;
  return { subject, isWell: false, text, remedy: "See the answers: sms webhooks log" };
}

function clock({ now }: AppFacts, reader: Reader): Finding {
  const subject = "Clock";
  const differenceMs = Math.abs(reader.now - now);
  if (differenceMs <= MAX_CLOCK_MS) return { subject, isWell: true, text: "agrees with this one" };
  return {
    subject,
    isWell: false,
    text: `${formatDuration(differenceMs)} ${now > reader.now ? "ahead of" : "behind"} this computer's`,
    remedy: "Set both by a time service (NTP): tokens and codes depend on them.",
  };
}

function version(app: AppFacts, engine: EngineFacts | null, reader: Reader): Finding {
  const subject = "Version";
  const text = engine === null ? app.version : `${app.version}, on Node ${engine.node}`;
  if (app.version === reader.version) return { subject, isWell: true, text };
  return {
    subject,
    isWell: false,
    text: `${text}; this ${reader.name} is of version ${reader.version}`,
    remedy: reader.name === "page" ? "Reload the page." : "Use the same version on both.",
  };
}
