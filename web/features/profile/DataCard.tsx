import { useConvex } from "convex/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/components/Banner";
import { Button } from "@/components/ui/button";
import { useViewer } from "@/hooks/data/useViewer";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";
import { saveFile } from "@/lib/saveFile";
import { collectOwnData } from "./ownData";
import { SideCard } from "./SideCard";

/** Downloads a file with the data stored about the person. */
export function DataCard() {
  const { _id } = useViewer();
  const convex = useConvex();
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const download = async () => {
    setLoading(true);
    const outcome = await attempt(withConnection(convex, collectOwnData(convex, _id)));
    setLoading(false);
    setError(outcome.ok ? null : outcome.message);
    if (!outcome.ok) return;
    saveFile("sms-my-data.json", "application/json", JSON.stringify(outcome.value, null, 2));
  };
  return (
    <SideCard
      title="Your data"
      description="Everything stored about you: your record, samples, history, sessions, API tokens and e-mails."
    >
      <Button variant="outline" loading={isLoading} onClick={() => void download()}>
        <Download aria-hidden /> Download as JSON
      </Button>
      {error && (
        <Banner tone="error" className="mt-4">
          {error}
        </Banner>
      )}
    </SideCard>
  );
}
