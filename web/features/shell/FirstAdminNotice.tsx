import { Banner } from "@/components/Banner";
import { CopyButton } from "@/components/CopyButton";
import { useConfig } from "@/hooks/data/useConfig";
import { useViewer } from "@/hooks/data/useViewer";

/** Tells the first person on a new deployment of this computer how to become its admin. */
export function FirstAdminNotice() {
  const config = useConfig();
  const { email } = useViewer();
  if (!config?.needsAdmin) return null;
  const command = `npx sms users set-role ${email} admin`;
  return (
    <Banner tone="info" className="no-print mb-4">
      <p>
        This deployment has no admin yet. To become its admin, run this in a second terminal, with
        any variables that <code className="font-mono text-xs">npm start</code> printed in front of
        its commands:
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <code className="rounded border bg-card px-2 py-1 font-mono text-xs [overflow-wrap:anywhere]">
          {command}
        </code>
        <CopyButton text={command} />
      </p>
    </Banner>
  );
}
