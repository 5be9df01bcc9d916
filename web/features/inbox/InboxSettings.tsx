import { useMutation, useQuery } from "convex/react";
import { Settings2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { hasNotices, setNotices, wantsNotices } from "@/lib/browserNotices";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";

/** The inbox's two settings: the daily mail, and notifications of this browser. */
export function InboxSettings() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Inbox settings">
          <Settings2 aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-72">
        <DigestItem />
        <NoticeItem />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** The menu stays open: the check mark is the answer. */
const stayOpen = (event: Event) => event.preventDefault();

/** Turns the daily digest mail on and off. */
function DigestItem() {
  const digest = useQuery(api.inbox.digest, {});
  const mute = useMutation(api.inbox.muteDigest);
  if (!digest) return null;
  const change = async (isMuted: boolean) => {
    const outcome = await attempt(mute({ isMuted }));
    if (!outcome.ok) toast.error(outcome.message);
  };
  return (
    <DropdownMenuCheckboxItem
      checked={!digest.isMuted}
      onSelect={stayOpen}
      onCheckedChange={(isWanted) => void change(!isWanted)}
    >
      <Setting
        label="Mail me what is overdue"
        help={`At most once a day, at 08:00 (${digest.timeZone.replaceAll("_", " ")})`}
      />
    </DropdownMenuCheckboxItem>
  );
}

/** Turns browser notifications on and off; hidden in browsers without them. */
function NoticeItem() {
  const [isOn, setIsOn] = useState(() => hasNotices() && wantsNotices());
  if (!hasNotices()) return null;
  const change = async (wanted: boolean) => {
    const isNowOn = await setNotices(wanted);
    setIsOn(isNowOn);
    if (wanted && !isNowOn) toast.error(MESSAGES.noticesBlocked);
  };
  return (
    <DropdownMenuCheckboxItem
      checked={isOn}
      onSelect={stayOpen}
      onCheckedChange={(wanted) => void change(wanted)}
    >
      <Setting label="Notify me in this browser" help="When another tab or window is in front" />
    </DropdownMenuCheckboxItem>
  );
}

function Setting({ label, help }: { label: string; help: string }) {
  return (
    <span>
      <span className="block">{label}</span>
      <span className="block text-xs text-muted-foreground">{help}</span>
    </span>
  );
}
