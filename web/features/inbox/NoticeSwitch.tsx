import { useState } from "react";
import { toast } from "sonner";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { hasNotices, setNotices, wantsNotices } from "@/lib/browserNotices";
import { MESSAGES } from "#domain/common/messages";

/** Turns browser notifications on and off; hidden in browsers without them. */
export function NoticeSwitch() {
  const [isOn, setIsOn] = useState(() => hasNotices() && wantsNotices());
  if (!hasNotices()) return null;
  const change = async (wanted: boolean) => {
    const isNowOn = await setNotices(wanted);
    setIsOn(isNowOn);
    if (wanted && !isNowOn) toast.error(MESSAGES.noticesBlocked);
  };
  return (
    <Label
      className="mr-3 flex min-h-8 items-center gap-2 text-sm font-normal coarse:min-h-11"
      title="Shown by this browser while you look at something else"
    >
      <Checkbox checked={isOn} onCheckedChange={(checked) => void change(checked === true)} />
      Notify me in this browser
    </Label>
  );
}
