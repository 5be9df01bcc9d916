import { usePaginatedQuery, useQuery } from "convex/react";
import { Printer } from "lucide-react";
import { useEffect } from "react";
import { PageHeader } from "@/components/pages/PageHeader";
import { SampleMissing } from "@/components/sample/SampleMissing";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "../../../../convex/_generated/api";
import { Certificate } from "./Certificate";

/** Records per request. */
const PAGE = 100;

/**
 * A sample's certificate of custody: its data and every step of its history, to print or save as
 * PDF. The print dialog opens once the whole history is loaded.
 */
export function CertificateScreen({ sampleId }: { sampleId: string }) {
  const sample = useQuery(api.samples.get, { sampleId });
  const { results, status, loadMore } = usePaginatedQuery(
    api.history.forSample,
    { sampleId },
    { initialNumItems: PAGE },
  );
  useEffect(() => {
    if (status === "CanLoadMore") loadMore(PAGE);
  }, [status, loadMore]);
  const isWhole = status === "Exhausted" && sample !== undefined;
  return (
    <>
      <div className="no-print">
        <PageHeader
          title="Certificate of custody"
          description="Print it, or save it as a PDF from the print dialog."
          back="/private"
          className="max-w-3xl"
          actions={
            <>
              <Button disabled={!isWhole || sample === null} onClick={() => window.print()}>
                <Printer aria-hidden />
                Print
              </Button>
            </>
          }
        />
      </div>
      {sample === null && <SampleMissing sampleId={sampleId} />}
      {!isWhole && sample !== null && <Skeleton aria-busy className="h-[60dvh] max-w-3xl" />}
      {isWhole && sample !== null && (
        <Certificate sample={sample} oldestFirst={results.toReversed()} />
      )}
    </>
  );
}
