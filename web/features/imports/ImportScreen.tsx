import { useState } from "react";
import { PageHeader } from "@/components/pages/PageHeader";
import { ImportCard } from "./ImportCard";
import type { Actor } from "#domain/custody/workflow";
import { PastImports } from "./PastImports";
import { readSheet, type ReadSheet } from "./readSheet";
import { SampleDownloads } from "./SampleDownloads";
import { SAMPLE_WORDS } from "./sampleImport";
import { SampleSteps } from "./SampleSteps";

type ImportScreenProps = {
  actor: Actor;
  /** Undefined: reads in a worker. */
  read?: ReadSheet;
};

/** Imports samples: a spreadsheet is checked, corrected and uploaded. */
export function ImportScreen({ actor, read = readSheet }: ImportScreenProps) {
  const [isSending, setSending] = useState(false);
  return (
    <>
      <PageHeader
        title="GET AND POST"
        tabTitle="Import and export"
        description="Register samples from a spreadsheet. Every row is checked before anything is saved."
      />
      <div className="flex flex-col gap-5">
        <ImportCard read={read} table="samples" words={SAMPLE_WORDS} onSending={setSending}>
          {(props) => <SampleSteps {...props} />}
        </ImportCard>
        <SampleDownloads actor={actor} />
        <PastImports reader={actor.email} isAdmin={actor.role === "admin"} isPaused={isSending} />
      </div>
    </>
  );
}
