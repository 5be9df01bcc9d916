import type { KeptState } from "../common/keptState";
import { SECOND_FACTOR_NEWS, type SecondFactorEvent } from "../accounts/secondFactor";
import type { Limit } from "../custody/limits";
import type { Step } from "../custody/workflow";

type SampleReference = {
  readonly sampleId: string;
  readonly brand: string;
  readonly model: string;
  readonly serialNumber: string;
};

/** A changed setting as text; a private one is listed without its values. */
export type SettingChange = {
  readonly field: string;
  readonly from?: string;
  readonly to?: string;
};

/**
 * One notification in the inbox's News (docs/product.md, "Inbox"). `unanswered` and `overLimit`
 * concern a report of the reader, `overdue` a person for whom the reader stands in; `person` is
 * that person's e-mail. `registered` and `imported`: the actor made the reader the holder of a new
 * sample, or of `count` samples in one import. `deactivated`: the company's directory locked the
 * account of `person`, who answers for `samples` and still has `reports`. `standIn`: the actor
 * named the reader as their stand-in. `stockTakeShared`: the actor added the reader as a helper.
 * `upgraded`: the server keeps its data of before the upgrade for a rollback.
 * Times are epoch ms.
 */
export type Notice =
  | ({
      readonly kind: "step";
      readonly step: Step;
      /** E-mail of the person asked by a request. */
      readonly recipient?: string;
      readonly reason?: string;
      /** E-mail of the absent person for whom a stand-in acted. */
      readonly onBehalfOf?: string;
    } & SampleReference)
  | ({ readonly kind: "edited"; readonly fields: readonly string[] } & SampleReference)
  | ({ readonly kind: "registered" | "deleted" | "nudge" } & SampleReference)
  | { readonly kind: "imported"; readonly import: string; readonly count: number }
  | { readonly kind: "settings"; readonly changes: readonly SettingChange[] }
  | ({
      readonly kind: "unanswered" | "overdue";
      readonly person: string;
      readonly since: number;
    } & SampleReference)
  | { readonly kind: "standIn"; readonly from: number; readonly until: number }
  | {
      readonly kind: "overLimit";
      readonly person: string;
      readonly limit: Limit;
      readonly count: number;
      readonly max: number;
    }
  | {
      readonly kind: "deactivated";
      readonly person: string;
      readonly uid: string;
      readonly samples: number;
      readonly reports: number;
    }
  | { readonly kind: "webhookStopped"; readonly url: string; readonly since: number }
  | { readonly kind: "mailStuck" | "backupFailed"; readonly error: string }
  | ({ readonly kind: "upgraded" } & KeptState)
  | {
      readonly kind: "secondFactor";
      readonly event: SecondFactorEvent;
      /** E-mail of the person whose second factor the reader reset. */
      readonly person?: string;
    }
  | { readonly kind: "stockTakeShared"; readonly stockTakeId: string; readonly name: string };

/** Kinds of notices repeated in the daily digest: the reader, or a report of theirs, should act. */
export const DIGEST_KINDS: readonly Notice["kind"][] = [
  "nudge",
  "overdue",
  "unanswered",
  "overLimit",
  "backupFailed",
];

/** Verb of each step, following the actor's name: "Bruno Costa received it". */
const STEP_VERBS: Readonly<Record<Step, string>> = {
  transfer: "transferred",
  acknowledgeTransfer: "received",
  returnToCustomer: "returned",
  acknowledgeReturn: "accepted the return of",
  requestLost: "reported lost",
  acknowledgeLost: "confirmed the loss of",
  declineTransfer: "declined",
  cancelTransfer: "withdrew the transfer of",
  declineReturn: "declined the return of",
  cancelReturn: "withdrew the return of",
  declineLost: "declined the loss of",
  cancelLost: "withdrew the lost request of",
  reopen: "reopened",
};

/** The verb between the actor's name and the sample's: "Ana Lima received Galaxy S24". */
export function noticeVerb(notice: Notice): string {
  switch (notice.kind) {
    case "step":
      return STEP_VERBS[notice.step];
    case "registered":
      return "registered";
    case "imported":
      return "imported";
    case "edited":
      return "edited";
    case "deleted":
      return "deleted";
    case "nudge":
      return "asks you to answer about";
    case "settings":
      return "changed your settings";
    case "unanswered":
      return "has not answered about";
    case "overdue":
      return "is away and asks you to answer about";
    case "standIn":
      return "named you as their stand-in";
    case "overLimit":
      return "is over the limit:";
    case "deactivated":
      return "was deactivated by the company's directory, and is still responsible for";
    case "webhookStopped":
      return "A webhook was stopped because its receiver accepted nothing for days:";
    case "mailStuck":
      return "E-mails are not being sent:";
    case "secondFactor":
      return SECOND_FACTOR_NEWS[notice.event];
    case "backupFailed":
      return "The nightly backup failed:";
    case "upgraded":
      return "The server was upgraded. The earlier data is kept for a rollback";
    case "stockTakeShared":
      return "asks you to help with the stock-take";
  }
  notice satisfies never;
  // A page older than the server may receive notices of a newer kind.
  return "did something that you will see here after a reload";
}

/** "Role: User → Admin"; a private field without its values. */
export function describeSettingChange({ field, from, to }: SettingChange): string {
  const isNamed = from === undefined && to === undefined;
  return isNamed ? field : `${field}: ${from ?? "–"} → ${to ?? "–"}`;
}
