import type { News } from "@/hooks/data/useInbox";

/** Notifications of one bulk action: the newest, and the equal ones about other samples. */
export type NewsGroup = { readonly news: News; readonly others: readonly News[] };

/** Maximum time between two samples of one basket or import, ms. */
const SAME_GO_MS = 60_000;

/**
 * Groups consecutive notifications that report the same step for several samples, as a basket, a
 * bulk edit or an import produces them. A second one about the same sample starts a new group.
 */
export function groupNews(newestFirst: readonly News[]): NewsGroup[] {
  const groups: { news: News; others: News[] }[] = [];
  let samples = new Set<string>(); // of the latest group
  for (const news of newestFirst) {
    const group = groups.at(-1);
    const latest = group && (group.others.at(-1) ?? group.news);
    const sampleId = "sampleId" in news.notice ? news.notice.sampleId : "";
    if (group && latest && isSameGo(latest, news) && !samples.has(sampleId)) {
      group.others.push(news);
    } else {
      groups.push({ news, others: [] });
      samples = new Set();
    }
    samples.add(sampleId);
  }
  return groups;
}

function isSameGo(one: News, other: News): boolean {
  return (
    one.actor === other.actor &&
    isSameButForSample(one.notice, other.notice) &&
    one.at - other.at <= SAME_GO_MS
  );
}

function isSameButForSample(one: News["notice"], other: News["notice"]): boolean {
  switch (one.kind) {
    case "step":
      return (
        other.kind === "step" &&
        one.step === other.step &&
        one.reason === other.reason &&
        one.recipient === other.recipient &&
        one.onBehalfOf === other.onBehalfOf
      );
    case "edited":
    case "deleted":
    case "registered":
      return one.kind === other.kind;
    default:
      return false;
  }
}

/** The other samples of a group as text: "and 2 other samples". */
export function otherSamples({ others }: NewsGroup): string {
  return others.length === 1 ? "and 1 other sample" : `and ${others.length} other samples`;
}
