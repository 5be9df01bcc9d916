import { Link, useLocation } from "@tanstack/react-router";
import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Banner } from "@/components/Banner";
import { jobName, outcomeWords } from "@/components/baskets/stepWords";
import { api } from "../../../convex/_generated/api";

const BASKET = "/private/basket";

/**
 * Reports baskets whose page the viewer has left, until they open them or dismiss the notice: all
 * running ones, but only the latest finished one, so that a phone's screen is not filled.
 */
export function BasketNotice() {
  const baskets = useQuery(api.baskets.unseen, {}) ?? [];
  const shown = useLocation({
    select: ({ pathname, search }) => (pathname === BASKET ? search.job : undefined),
  });
  const left = baskets.filter(({ basketId }) => !shown?.split(",").includes(basketId));
  const [latest, ...others] = left.filter(({ finished }) => finished);
  return (
    <>
      {left.map((basket) => !basket.finished && <Notice key={basket.basketId} basket={basket} />)}
      {latest && <Notice key={latest.basketId} basket={latest} more={others.length} />}
    </>
  );
}

type Unseen = FunctionReturnType<typeof api.baskets.unseen>[number];

/** @param more number of other finished baskets */
function Notice({ basket, more = 0 }: { basket: Unseen; more?: number }) {
  const { basketId, step, total, isUndo, finished, ...counts } = basket;
  const markSeen = useMutation(api.baskets.markSeen);
  const { done, refused, left } = counts;
  const outcomeTone = refused + left === 0 ? "success" : "warning";
  return (
    <Banner
      tone={finished ? outcomeTone : "info"}
      className="no-print mb-4 shrink-0"
      {...(finished && { onDismiss: () => void markSeen({ basketId }) })}
    >
      {jobName({ step, total, isUndo })}:{" "}
      <span className="tabular-nums">
        {finished
          ? `${left > 0 ? "stopped" : "finished"}, ${outcomeWords(counts)}.`
          : `still running, ${done + refused} so far.`}
      </span>{" "}
      <Link
        to={BASKET}
        search={{ job: basketId }}
        className="font-medium underline underline-offset-4"
      >
        Show
      </Link>
      {more > 0 && <span className="whitespace-nowrap"> · {more} more</span>}
    </Banner>
  );
}
