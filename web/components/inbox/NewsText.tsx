import { Link } from "@tanstack/react-router";
import { DeviceLink } from "@/components/sample/DeviceLink";
import { PeopleInText } from "@/components/sample/PeopleInText";
import { PersonName } from "@/components/sample/Person";
import type { News } from "@/hooks/data/useInbox";
import { formatCount } from "#domain/common/formatCount";
import { formatDate } from "#domain/common/dates";
import { describeKeptState } from "#domain/common/keptState";
import { deviceName } from "#domain/samples/deviceName";
import { countedFor } from "#domain/custody/limits";
import { describeSettingChange, noticeVerb } from "#domain/inbox/notices";
import { stillReported } from "#domain/common/messages";
import { countedSamples } from "#domain/custody/stepTexts";

type NewsTextProps = {
  news: Pick<News, "actor" | "notice">;
  /** The device's name links to its sample. */
  isLinked?: boolean;
};

/** A notification as a sentence: "Bruno Costa received Galaxy S24 SA7K0042". */
export function NewsText({ news: { actor, notice }, isLinked = false }: NewsTextProps) {
  const subject = "person" in notice ? notice.person : actor;
  return (
    <>
      {subject !== undefined && (
        <span className="font-medium">
          <PersonName email={subject} />
        </span>
      )}{" "}
      {noticeVerb(notice)} <NewsSample notice={notice} isLinked={isLinked} />
      {notice.kind === "step" && notice.recipient !== undefined && (
        <>
          {" to "}
          <PersonName email={notice.recipient} />
        </>
      )}
      {notice.kind === "registered" && " for you"}
      {notice.kind === "imported" && `${countedSamples(notice.count)} for you`}
      {notice.kind === "overLimit" &&
        `${countedFor(notice.limit, notice.count)} of ${formatCount(notice.max)}`}
      {notice.kind === "standIn" &&
        `(${formatDate(notice.from)} to ${formatDate(notice.until - 1)})`}
      {notice.kind === "deactivated" && (
        <>
          <Link
            to="/pages/leaving/$id"
            params={{ id: notice.uid }}
            className="font-medium text-primary underline-offset-2 hover:underline"
          >
            {countedSamples(notice.samples)}
          </Link>
          {notice.reports > 0 && `; ${stillReported(notice.reports)}`}
        </>
      )}
      {notice.kind === "webhookStopped" && notice.url}
      {(notice.kind === "mailStuck" || notice.kind === "backupFailed") && notice.error}
      {notice.kind === "upgraded" && `(${describeKeptState(notice)})`}
      {notice.kind === "stockTakeShared" && (
        <Link
          to="/private/stocktake/$id"
          params={{ id: notice.stockTakeId }}
          className="font-medium text-primary underline-offset-2 hover:underline"
        >
          {notice.name}
        </Link>
      )}
      {notice.kind === "settings" && (
        <PeopleInText>{`(${notice.changes.map(describeSettingChange).join(", ")})`}</PeopleInText>
      )}
      {notice.kind === "step" && notice.onBehalfOf !== undefined && (
        <>
          {" for "}
          <PersonName email={notice.onBehalfOf} />
        </>
      )}
      {notice.kind === "step" && notice.reason !== undefined && `: “${notice.reason}”`}
    </>
  );
}

/** The sample of a notice, if any: "Galaxy S24 SA7K0042". */
export function NewsSample({ notice, isLinked }: { notice: News["notice"]; isLinked: boolean }) {
  if (!("serialNumber" in notice)) return null;
  return (
    <>
      {isLinked && notice.kind !== "deleted" ? (
        <DeviceLink sample={{ ...notice, _id: notice.sampleId }} className="font-medium" />
      ) : (
        <span className="font-medium">{deviceName(notice)}</span>
      )}{" "}
      <span className="font-mono text-xs">{notice.serialNumber}</span>
    </>
  );
}
