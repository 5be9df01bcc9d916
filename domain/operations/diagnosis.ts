/**
 * `sms doctor`: turns facts about a running server into findings, each with what to do about it.
 */
import { formatDate } from "../common/dates";
import { DAY_MS, formatDuration, HOUR_MS, MINUTE_MS } from "../common/durations";
import { describeKeptState, sizeText, type KeptState } from "../common/keptState";

/** Facts that every deployment has. Times are epoch ms. */
export type AppFacts = {
  /** The server's clock. */
  readonly now: number;
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

/** Facts about the embedded server's own files; Convex Cloud has none. */
export type EngineFacts = {
  readonly lastCheck: { readonly at: number; readonly faults: readonly string[] } | null;
  readonly dataFile: {
    readonly bytes: number;
    readonly usedBytes: number;
    readonly oldestReaderMs: number | null;
  };
  /** Free space on the disk of the data folder. */
  readonly freeBytes: number;
  readonly blockedCalls: number;
  /** The state before the latest upgrade; null if none is kept. */
  readonly previousState: KeptState | null;
};

export type Finding = {
  readonly subject: string;
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
const MAX_CLOCK_MS = MINUTE_MS;
/** Disk space that a backup leaves free (engine/storage/diskSpace.ts). */
const RESERVE_BYTES = 256 * 2 ** 20;

/**
 * @param engine null for a deployment on Convex Cloud or self-hosted Convex
 * @param clientNow this computer's clock, epoch ms
 */
export function diagnose(app: AppFacts, engine: EngineFacts | null, clientNow: number): Finding[] {
  return [
    ...(engine
      ? [data(engine), disk(engine), reader(engine), blocked(engine), backups(app), upgrade(engine)]
      : []),
    mail(app),
    webhooks(app),
    clock(app, clientNow),
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

function reader({ dataFile: { oldestReaderMs } }: EngineFacts): Finding {
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

function clock({ now }: AppFacts, clientNow: number): Finding {
  const subject = "Clock";
  const differenceMs = Math.abs(clientNow - now);
  if (differenceMs <= MAX_CLOCK_MS) return { subject, isWell: true, text: "agrees with this one" };
  return {
    subject,
    isWell: false,
    text: `${formatDuration(differenceMs)} ${now > clientNow ? "ahead of" : "behind"} this computer's`,
    remedy: "Set both by a time service (NTP): tokens and codes depend on them.",
  };
}
