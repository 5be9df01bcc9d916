import { useMutation, useQuery } from "convex/react";
import { toast } from "sonner";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";

/** Turns the daily digest mail on and off. */
export function DigestSwitch() {
  const digest = useQuery(api.inbox.digest, {});
  const mute = useMutation(api.inbox.muteDigest);
  if (!digest) return null;
  const change = async (isMuted: boolean) => {
    const outcome = await attempt(mute({ isMuted }));
    if (!outcome.ok) toast.error(outcome.message);
  };
  return (
    <Label
      className="mr-3 flex min-h-8 items-center gap-2 text-sm font-normal coarse:min-h-11"
      title={`At most one mail a day, at 08:00 (${digest.timeZone.replaceAll("_", " ")})`}
    >
      <Checkbox
        checked={!digest.isMuted}
        onCheckedChange={(checked) => void change(checked !== true)}
      />
      Mail me what is overdue
    </Label>
  );
}
