import { Link, useLocation } from "@tanstack/react-router";
import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Banner } from "@/components/Banner";
import { jobName, outcomeWords } from "@/components/basket/stepWords";
import { api } from "../../../convex/_generated/api";

const BASKET = "/private/basket";

/** Reports baskets whose page was left, until they are looked at or dismissed. */
export function BasketNotice() {
  const baskets = useQuery(api.baskets.unseen, {}) ?? [];
  const shown = useLocation({
    select: ({ pathname, search }) => (pathname === BASKET ? search.job : undefined),
  });
  return baskets
    .filter(({ basketId }) => !shown?.split(",").includes(basketId))
    .map((basket) => <Notice key={basket.basketId} {...basket} />);
}

type Unseen = FunctionReturnType<typeof api.baskets.unseen>[number];

function Notice({ basketId, step, total, isUndo, finished, ...counts }: Unseen) {
  const markSeen = useMutation(api.baskets.markSeen);
  const { done, refused, left } = counts;
  const isClean = refused + left === 0;
  return (
    <Banner
      tone={!finished ? "info" : isClean ? "success" : "warning"}
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
    </Banner>
  );
}
