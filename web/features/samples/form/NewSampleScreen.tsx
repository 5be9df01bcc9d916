import { useMutation, useQuery } from "convex/react";
import { useCallback, useState } from "react";
import { toast } from "sonner";
import { Banner } from "@/components/Banner";
import { PageHeader } from "@/components/PageHeader";
import { refusalText } from "@/components/sample/refusalText";
import { SampleMissing } from "@/components/sample/SampleMissing";
import { SampleSummarySkeleton } from "@/components/sample/SampleSummary";
import { useLeaveAfterSuccess } from "@/hooks/useLeaveAfterSuccess";
import type { Viewer } from "@/hooks/useViewer";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { MESSAGES } from "../../../../domain/messages";
import { editRefusal } from "../../../../domain/workflow";
import { SampleForm, type Saved } from "./SampleForm";
import { dayOf, newSampleValues, sampleValues } from "./sampleValues";

type NewSampleScreenProps = {
  viewer: Viewer;
  /** The sample to edit, from the address: any text. Absent: a new sample. */
  editedId: string | undefined;
  /** Goes to the sample. */
  onLeave: (sampleId: string) => void;
};

/** `/dashboard/addsample`: New Sample, and the edit form when the address names a sample. */
export function NewSampleScreen({ viewer, editedId, onLeave }: NewSampleScreenProps) {
  const [savedId, setSavedId] = useState<string | null>(null);
  const leave = useCallback(() => savedId !== null && onLeave(savedId), [savedId, onLeave]);
  useLeaveAfterSuccess(savedId !== null, leave);

  const finish = ({ sampleId, duplicate }: Saved, isSeries: boolean) => {
    toast.success(editedId === undefined ? MESSAGES.sampleAdded : MESSAGES.sampleUpdated, {
      description: DUPLICATE_TEXTS[duplicate],
    });
    if (!isSeries) setSavedId(sampleId);
  };
  return editedId === undefined ? (
    <>
      <PageHeader title="New Sample" description="Registers a test device in your hands." />
      <Register viewer={viewer} onSaved={finish} />
    </>
  ) : (
    <>
      <PageHeader
        title="Edit Sample"
        description="Saving sets the sample to Registered, with the date of now."
      />
      <Edit viewer={viewer} sampleId={editedId} onSaved={finish} />
    </>
  );
}

const DUPLICATE_TEXTS: Record<Saved["duplicate"], string | undefined> = {
  none: undefined,
  imei1: "IMEI 1 is on another sample too: flagged as a duplicate.",
  imei2: "IMEI 2 is on another sample too: flagged as a duplicate.",
  both: "Both IMEIs are on other samples too: flagged as duplicates.",
};

type OnSaved = (saved: Saved, isSeries: boolean) => void;

/** Supervisors and admins may register for others; the server checks for whom. */
const OWN_HOLDER = ["samplmanag"] as const;
const NO_FIELDS = [] as const;
/** Once registered, a sample changes hands by hand-overs only. */
const HOLDERS = ["samplmanag", "lastmanag"] as const;

function Register({ viewer, onSaved }: { viewer: Viewer; onSaved: OnSaved }) {
  const register = useMutation(api.samples.register);
  const [initial] = useState(() => newSampleValues(viewer, dayOf(new Date())));
  return (
    <SampleForm
      initial={initial}
      readOnly={viewer.role === "user" ? OWN_HOLDER : NO_FIELDS}
      save={(input) => register({ ...input, duplicates: "flag" })}
      onSaved={onSaved}
    />
  );
}

type EditProps = { viewer: Viewer; sampleId: string; onSaved: OnSaved };

function Edit({ viewer, sampleId, onSaved }: EditProps) {
  const sample = useQuery(api.samples.get, { sampleId });
  if (sample === undefined) return <SampleSummarySkeleton />;
  if (sample === null) return <SampleMissing />;
  const refused = editRefusal(sample, viewer);
  if (refused === null) return <EditForm key={sample._id} sample={sample} onSaved={onSaved} />;
  return <Banner tone="warning">{refusalText(refused, "Edit", sample)}</Banner>;
}

function EditForm({ sample, onSaved }: { sample: Doc<"samples">; onSaved: OnSaved }) {
  const edit = useMutation(api.samples.edit);
  const [initial] = useState(() => sampleValues(sample));
  return (
    <SampleForm
      initial={initial}
      editedId={sample._id}
      readOnly={HOLDERS}
      save={(input) => edit({ ...input, sampleId: sample._id, duplicates: "flag" })}
      onSaved={onSaved}
    />
  );
}
