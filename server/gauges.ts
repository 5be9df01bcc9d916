/** Figures of SMS at /metrics, in addition to those of the engine. */
import type { AppFacts } from "#domain/operations/diagnosis";
import type { Deployment } from "../engine/deployment";
import type { GaugeOptions } from "../engine/http/metrics";
import { runQuery } from "./internalCalls";

/** Time for which the facts are reused, ms: one scrape reads all gauges at the same time. */
const READING_MS = 1_000;

export function appGauges(deployment: Deployment): GaugeOptions[] {
  let facts: Promise<AppFacts> | null = null;
  let readAt = 0;
  const state = () => {
    if (facts === null || Date.now() - readAt > READING_MS) {
      readAt = Date.now();
      facts = runQuery(deployment, "operations:stateFromTerminal", {}).then(
        (value) => value as unknown as AppFacts,
      );
    }
    return facts;
  };
  const gauge = (name: string, help: string, read: (facts: AppFacts) => number): GaugeOptions => ({
    name,
    help,
    read: async () => read(await state()),
  });
  return [
    gauge(
      "sms_backup_made_seconds",
      "When the newest backup was made, epoch; 0: never",
      (facts) => (facts.backups.madeAt ?? 0) / 1000,
    ),
    gauge("sms_backup_failed", "1 if the latest backup failed", (facts) =>
      facts.backups.failure === null ? 0 : 1,
    ),
    gauge("sms_mail_waiting_seconds", "How long the oldest queued mail has waited", (facts) =>
      facts.queuedSince === null ? 0 : (facts.now - facts.queuedSince) / 1000,
    ),
    gauge("sms_mail_failed", "Mails that failed within a day", (facts) => facts.failedMails),
    gauge(
      "sms_webhooks_failing",
      "Webhooks whose receivers take nothing",
      (facts) => facts.failingWebhooks.length,
    ),
  ];
}
