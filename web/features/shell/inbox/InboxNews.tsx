import { Link } from "@tanstack/react-router";
import { groupNews, otherSamples } from "@/components/inbox/groupNews";
import { NewsText } from "@/components/inbox/NewsText";
import { RelativeTime } from "@/components/RelativeTime";
import { buttonVariants } from "@/components/ui/button";
import { useInbox } from "@/hooks/data/useInbox";
import { cn } from "@/lib/utils";

/** Maximum number of groups of unseen notifications in the panel. */
const MAX_SHOWN = 5;

/** The newest unseen notifications, and a link to the whole inbox. */
export function InboxNews({ onOpen }: { onOpen?: () => void }) {
  const { news = [] } = useInbox();
  const groups = groupNews(news);
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
        Open the inbox
      </Link>
    </>
  );
}
