import { useMutation, useQuery } from "convex/react";
import { useEffect } from "react";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../../convex/_generated/api";

/** Reports the viewer's time zone to the server, if it differs from the stored one. */
export function useReportTimeZone(): void {
  const known = useQuery(api.inbox.digest, {})?.timeZone;
  const report = useMutation(api.inbox.reportTimeZone);
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    // If the server does not support the zone, the stored one is kept.
    if (known !== undefined && known !== timeZone) void attempt(report({ timeZone }));
  }, [known, report]);
}
