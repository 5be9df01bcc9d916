import { Link } from "@tanstack/react-router";
import { groupNews, otherSamples } from "@/components/inbox/groupNews";
import { NewsText } from "@/components/inbox/NewsText";
import { RelativeTime } from "@/components/RelativeTime";
import { buttonVariants } from "@/components/ui/button";
import { useInbox } from "@/hooks/data/useInbox";
import { cn } from "@/lib/utils";

/** Maximum number of groups of unseen notifications in the panel. */
const MAX_SHOWN = 5;

type InboxNewsProps = {
  onOpen?: () => void;
  /** Number of requests that the list above left out; the news are then left out, too. */
  more?: number;
};

/** The newest unseen notifications, and a link to the whole inbox. */
export function InboxNews({ onOpen, more = 0 }: InboxNewsProps) {
  const { news = [] } = useInbox();
  const groups = more > 0 ? [] : groupNews(news);
  return (
    <>
      {groups.length > 0 && (
        <section aria-label="News" className="border-t pt-2">
          <h3 className="text-xs font-semibold text-muted-foreground">News</h3>
          <ul className="divide-y">
            {groups.slice(0, MAX_SHOWN).map((group) => (
              <li key={group.news._id} className="break-words py-2 text-sm">
                <NewsText news={group.news} /> {group.others.length > 0 && otherSamples(group)}{" "}
                <RelativeTime at={group.news.at} className="text-xs text-muted-foreground" />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Link
        to="/pages/inbox"
        {...(onOpen && { onClick: onOpen })}
        className={cn(buttonVariants({ variant: "ghost", size: "sm" }), "my-1 w-full")}
      >
        {more > 0 ? `${more} more in the inbox` : "Open the inbox"}
      </Link>
    </>
  );
}
