import { Link } from "@tanstack/react-router";
import { NewsText } from "@/components/inbox/NewsText";
import { RelativeTime } from "@/components/RelativeTime";
import { buttonVariants } from "@/components/ui/button";
import { useInbox } from "@/hooks/useInbox";
import { cn } from "@/lib/utils";

/** Unseen news that a panel has room for. */
const MAX_SHOWN = 5;

/** The newest unseen news, and the way to the whole inbox. */
export function InboxNews({ onOpen }: { onOpen?: () => void }) {
  const { news = [] } = useInbox();
  return (
    <>
      {news.length > 0 && (
        <section aria-label="News" className="border-t pt-2">
          <h3 className="text-xs font-semibold text-muted-foreground">News</h3>
          <ul className="divide-y">
            {news.slice(0, MAX_SHOWN).map((each) => (
              <li key={each._id} className="py-2 text-sm [overflow-wrap:anywhere]">
                <NewsText news={each} />{" "}
                <RelativeTime at={each.at} className="text-xs text-muted-foreground" />
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
