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
    return { subject, isWell: true, text: "Not fully checked yet since the server started" };
  }
  const { at, faults } = lastCheck;
  if (faults.length === 0)
    return { subject, isWell: true, text: `No damage found on ${formatDate(at)}` };
  return {
    subject,
    isWell: false,
    text: `Damaged: ${faults[0]}${faults.length > 1 ? ` and ${faults.length - 1} more` : ""}`,
    remedy: "Check the disk, then restore the latest intact backup into a new folder.",
  };
}

function disk({ freeBytes, dataFile }: EngineFacts): Finding {
  const subject = "Disk";
  const needed = 2 * dataFile.usedBytes + RESERVE_BYTES;
  const text = `${sizeText(freeBytes)} free, ${sizeText(dataFile.bytes)} used by the data`;
  if (freeBytes >= needed) return { subject, isWell: true, text };
  const remedy = `Free some space: making a backup needs ${sizeText(needed)}.`;
  return { subject, isWell: false, text, remedy };
}

function readers({ dataFile: { oldestReaderMs } }: EngineFacts): Finding {
  const subject = "Readers";
  if (oldestReaderMs === null) return { subject, isWell: true, text: "None open" };
  const text = `The oldest has been open for ${formatDuration(oldestReaderMs)}`;
  if (oldestReaderMs < MAX_READER_MS) return { subject, isWell: true, text };
  const remedy = "The data file grows until it ends: stop that backup or export.";
  return { subject, isWell: false, text, remedy };
}

function blocked({ blockedCalls }: EngineFacts): Finding {
  const subject = "Calls";
  if (blockedCalls === 0) return { subject, isWell: true, text: "None blocked" };
  return {
    subject,
    isWell: false,
    text: `${blockedCalls} blocked for holding up the server`,
    remedy: "To see who calls what, run: engine blocked",
  };
}

function jobs({ jobs: { overdueMs, failed, lastFailed } }: EngineFacts): Finding {
  const subject = "Jobs";
  if (overdueMs > MAX_OVERDUE_MS) {
    return {
      subject,
      isWell: false,
      text: `Stuck: one has been due for ${formatDuration(overdueMs)}`,
      remedy: "Restart the server. If that does not help, check its log.",
    };
  }
  if (failed === 0)
    return { subject, isWell: true, text: "None late, none failed in the last 24 hours" };
  return {
    subject,
    isWell: false,
    text: `${failed} failed in the last 24 hours, most recently in ${lastFailed ?? "a function"}`,
    remedy: "Search the server's log for “function failed”.",
  };
}

function backups({ backups: { madeAt, failure }, now }: AppFacts): Finding {
  const subject = "Backups";
  if (failure !== null) {
    return {
      subject,
      isWell: false,
      text: `The latest failed on ${formatDate(failure.at)}: ${failure.error}`,
      remedy: `Fix the cause: the server tries again every hour. ${
        madeAt === null
          ? "There is no earlier backup."
          : `The last good backup is from ${formatDate(madeAt)}.`
      }`,
    };
  }
  if (madeAt === null) {
    const remedy = "Start the server with SMS_BACKUP_DIR set to a folder on another disk.";
    return { subject, isWell: false, text: "No automatic backups", remedy };
  }
  const text = `The latest is from ${formatDate(madeAt)}`;
  if (now - madeAt < MAX_BACKUP_AGE_MS) return { subject, isWell: true, text };
  const remedy = "Check that SMS_BACKUP_DIR is set, and read the server's log.";
  return { subject, isWell: false, text, remedy };
}

function upgrade({ previousState }: EngineFacts): Finding {
  const subject = "Upgrade";
  if (previousState === null)
    return { subject, isWell: true, text: "No earlier version to roll back to" };
  const text = `The previous version's data is kept for a rollback (${describeKeptState(previousState)})`;
  return { subject, isWell: true, text };
}

function mail({ hasMailService, failedMails, queuedSince, now }: AppFacts): Finding {
  const subject = "Mail";
  if (!hasMailService) {
    const remedy = "Start the server with SMS_SMTP_URL or RESEND_API_KEY.";
    return { subject, isWell: false, text: "Not sent: no mail service is set up", remedy };
  }
  const remedy = "To see the reasons, run: sms mail list";
  if (queuedSince !== null && now - queuedSince > MAX_QUEUED_MS) {
    const text = `Stuck: one has waited for ${formatDuration(now - queuedSince)}`;
    return { subject, isWell: false, text, remedy };
  }
  if (failedMails === 0) return { subject, isWell: true, text: "Being sent" };
  return { subject, isWell: false, text: `${failedMails} failed in the last 24 hours`, remedy };
}

function webhooks({ failingWebhooks }: AppFacts): Finding {
  const subject = "Webhooks";
  if (failingWebhooks.length === 0) return { subject, isWell: true, text: "None failing" };
  const text = `Deliveries fail to ${failingWebhooks.join(", ")}`;
  return { subject, isWell: false, text, remedy: "To see the responses, run: sms webhooks log" };
}

function clock({ now }: AppFacts, reader: Reader): Finding {
  const subject = "Clock";
  const differenceMs = Math.abs(reader.now - now);
  if (differenceMs <= MAX_CLOCK_MS)
    return { subject, isWell: true, text: "Agrees with this computer's" };
  return {
    subject,
    isWell: false,
    text: `${formatDuration(differenceMs)} ${now > reader.now ? "ahead of" : "behind"} this computer's`,
    remedy: "Set both from a time service (NTP): tokens and codes depend on them.",
  };
}

function version(app: AppFacts, engine: EngineFacts | null, reader: Reader): Finding {
  const subject = "Version";
  const text = engine === null ? app.version : `${app.version} on Node ${engine.node}`;
  if (app.version === reader.version) return { subject, isWell: true, text };
  return {
    subject,
    isWell: false,
    text: `${text}; this ${reader.name} is version ${reader.version}`,
    remedy: reader.name === "page" ? "Reload the page." : "Use the same version on both.",
  };
}
