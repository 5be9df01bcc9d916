import type { News } from "@/hooks/useInbox";

/** News that somebody made in one go: the newest, and the same of other samples. */
export type NewsGroup = { readonly news: News; readonly others: readonly News[] };

/** Longest time between two steps of one basket, ms. */
const SAME_GO_MS = 60_000;

/** Joins neighbours that report the same step by the same person, as a basket's do. */
export function groupNews(newestFirst: readonly News[]): NewsGroup[] {
  const groups: { news: News; others: News[] }[] = [];
  for (const news of newestFirst) {
    const group = groups.at(-1);
    const latest = group && (group.others.at(-1) ?? group.news);
    if (group && latest && isSameGo(latest, news)) group.others.push(news);
    else groups.push({ news, others: [] });
  }
  return groups;
}

function isSameGo(one: News, other: News): boolean {
  if (one.notice.kind !== "step" || other.notice.kind !== "step") return false;
  return (
    one.actor === other.actor &&
    one.notice.step === other.notice.step &&
    one.notice.reason === other.notice.reason &&
    one.at - other.at <= SAME_GO_MS
  );
}
