import { Link, useLocation } from "@tanstack/react-router";
import { useMutation, useQuery } from "convex/react";
import { Banner } from "@/components/Banner";
import { jobName } from "@/components/basket/stepWords";
import { api } from "../../../convex/_generated/api";

const BASKET = "/private/basket";

/** What became of a hand-over of many samples whose page was left: until it is looked at or dismissed. */
export function BasketNotice() {
  const basket = useQuery(api.baskets.recent, {});
  const markSeen = useMutation(api.baskets.markSeen);
  const job = useLocation({
    select: ({ pathname, search }) => (pathname === BASKET ? search.job : undefined),
  });
  if (!basket || job === basket.basketId) return null;
  const { basketId, step, total, done, refused, finished } = basket;
  return (
    <Banner
      tone={!finished ? "info" : refused > 0 ? "warning" : "success"}
      className="no-print mb-4 shrink-0"
      {...(finished && { onDismiss: () => void markSeen({ basketId }) })}
    >
      {jobName(step, total)}:{" "}
      <span className="tabular-nums">
        {finished
          ? `finished, ${done - refused} done, ${refused} refused.`
          : `still running, ${done} so far.`}
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
