import { useMutation, useQuery } from "convex/react";
import { useEffect } from "react";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../../convex/_generated/api";

/** Tells the server in which time zone it is 08:00 for the viewer, when it does not know. */
export function useReportTimeZone(): void {
  const known = useQuery(api.inbox.digest, {})?.timeZone;
  const report = useMutation(api.inbox.reportTimeZone);
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    // A zone that the server cannot compute in stays what it was.
    if (known !== undefined && known !== timeZone) void attempt(report({ timeZone }));
  }, [known, report]);
}
