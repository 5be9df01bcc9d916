import { useMutation, useQuery } from "convex/react";
import { useCallback, useState } from "react";
import { toast } from "sonner";
import { useNavigate } from "@tanstack/react-router";
import { Banner } from "@/components/Banner";
import { PageHeader } from "@/components/pages/PageHeader";
import { PeopleInText } from "@/components/sample/PeopleInText";
import { refusalText } from "@/components/sample/refusalText";
import { SampleMissing } from "@/components/sample/SampleMissing";
import { SampleSummarySkeleton } from "@/components/skeletons";
import { useLeaveAfterSuccess } from "@/hooks/useLeaveAfterSuccess";
import type { Viewer } from "@/hooks/data/useViewer";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import type { SampleInput } from "#domain/samples/fields";
import { pickFields, keysOf } from "#domain/common/objects";
import { mayAct } from "#domain/people/roles";
import { fieldsChangedWith } from "#domain/samples/sampleEdits";
import { editRefusal } from "#domain/custody/workflow";
import { describeError } from "@/lib/connection/attempt";
import { dropDraft, DRAFT_KEY } from "@/lib/sampleDraft";
import { serverNow } from "@/lib/serverClock";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { z } from "#domain/common/zod";
import { sampleShape } from "#domain/samples/sampleInputs";
import { SAMPLE_FORMS, type SampleFormKind } from "./forms";
import { SampleForm } from "./SampleForm";
import type { Saved } from "./useSampleForm";
import {
  calendarDay,
  newSampleValues,
  sampleValues,
  statedFields,
  type StatedFields,
} from "./sampleValues";

type SampleFormScreenProps = {
  form: keyof typeof SAMPLE_FORMS;
  viewer: Viewer;
  /** Id of the sample to edit, from the address: any text. Undefined: a new sample. */
  editedId?: string | undefined;
  /** Navigates away after the sample was saved. */
  onLeave: (sampleId: string) => void;
};

/** Registers a sample, or edits the sample that the address names. */
export function SampleFormScreen({ form, viewer, editedId, onLeave }: SampleFormScreenProps) {
  const kind: SampleFormKind = SAMPLE_FORMS[form];
  const { title, description, success } = editedId === undefined ? kind.add : kind.edit;
  const [savedId, setSavedId] = useState<string | null>(null);
  const leave = useCallback(() => savedId !== null && onLeave(savedId), [savedId, onLeave]);
  useLeaveAfterSuccess(savedId !== null, leave);

  const finish = ({ sampleId, duplicate }: Saved, isSeries: boolean) => {
    toast.success(success, { description: DUPLICATE_TEXTS[duplicate] });
    if (!isSeries) setSavedId(sampleId);
  };
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        className="max-w-[1120px]"
        {...(editedId === undefined
          ? { actions: <PolicySwitch current={form} /> }
          : { back: "/dashboard/homefsedit" })}
      />
      {editedId === undefined ? (
        <Register kind={kind} viewer={viewer} onSaved={finish} />
      ) : (
        <Edit kind={kind} viewer={viewer} sampleId={editedId} onSaved={finish} />
      )}
    </>
  );
}

const DUPLICATE_TEXTS: Record<Saved["duplicate"], string | undefined> = {
  none: undefined,
  imei1: "IMEI 1 is also on another sample; flagged as a duplicate.",
  imei2: "IMEI 2 is also on another sample; flagged as a duplicate.",
  both: "Both IMEIs are also on other samples; flagged as duplicates.",
};

type FormProps = {
  kind: SampleFormKind;
  viewer: Viewer;
  onSaved: (saved: Saved, isSeries: boolean) => void;
};

/** Supervisors and admins may register samples for other holders; the server checks which. */
const OWN_HOLDER = ["samplmanag"] as const;
const NO_FIELDS = [] as const;
/** After registration, the holder changes only through hand-overs. */
const HOLDERS = ["samplmanag", "lastmanag"] as const;

function Register(props: FormProps) {
  const { email } = props.viewer;
  const [draft, setDraft] = useState(() => readDraft(email));
  const startOver = () => {
    dropDraft();
    setDraft(null);
  };
  return (
    <div className="grid gap-4">
      {draft?.isFromBefore && (
        <Banner tone="info" className="max-w-[1120px]">
          Draft restored.{" "}
          <button type="button" className="font-medium underline" onClick={startOver}>
            Start over
          </button>
        </Banner>
      )}
      <RegisterForm key={String(draft === null)} {...props} draft={draft?.values ?? null} />
    </div>
  );
}

function RegisterForm({ kind, viewer, onSaved, draft }: FormProps & { draft: SampleInput | null }) {
  const register = useMutation(api.samples.register);
  const [initial] = useState(
    () => draft ?? newSampleValues(viewer, calendarDay(new Date(serverNow()))),
  );
  const keep = useCallback(
    (values: SampleInput) => keepDraft(viewer.email, values),
    [viewer.email],
  );
  return (
    <SampleForm
      kind={kind}
      initial={initial}
      isDraft={draft !== null}
      keep={keep}
      readOnly={viewer.role === "user" ? OWN_HOLDER : NO_FIELDS}
      self={viewer.email}
      mayAddOptions={false} // only in edits: docs/product.md, "Pick lists"
      save={(input) => register({ ...input, duplicates: kind.duplicates })}
      onSaved={onSaved}
    />
  );
}

function Edit({ sampleId, viewer, ...props }: FormProps & { sampleId: string }) {
  const sample = useQuery(api.samples.get, { sampleId });
  const refused = sample ? editRefusal(sample, viewer) : null;
  // The form stays open with the typed values when another person takes a step with the sample.
  const [isOpened, setIsOpened] = useState(false);
  if (sample && refused === null && !isOpened) setIsOpened(true);
  if (sample === undefined) return <SampleSummarySkeleton />;
  if (sample === null) return <SampleMissing sampleId={sampleId} />;
  return (
    <div className="grid gap-4">
      {refused !== null && (
        <Banner tone="warning">
          <PeopleInText>{refusalText(refused, "Edit", sample)}</PeopleInText>
        </Banner>
      )}
      {isOpened && <EditForm key={sample._id} {...props} viewer={viewer} sample={sample} />}
    </div>
  );
}

function EditForm({ kind, viewer, sample, onSaved }: FormProps & { sample: Doc<"samples"> }) {
  const edit = useMutation(api.samples.edit);
  const [initial] = useState(() => sampleValues(sample));
  /** Fields that, according to a refusal, another person has changed, with the new values. */
  const [changedByOthers, setChangedByOthers] = useState<ReturnType<typeof fieldsChangedWith>>([]);
  const save = async (input: { transactionId: string; fields: StatedFields }) => {
    const seen = statedFields({ ...initial, ...pickFields(sampleValues(sample), changedByOthers) });
    try {
      return await edit({ ...input, seen, sampleId: sample._id, duplicates: kind.duplicates });
    } catch (error) {
      const { code, field } = describeError(error);
      if (code === "EDITED_MEANWHILE") {
        setChangedByOthers([...changedByOthers, ...fieldsChangedWith(field ?? "")]);
      }
      throw error;
    }
  };
  return (
    <SampleForm
      kind={kind}
      initial={initial}
      editedId={sample._id}
      readOnly={HOLDERS}
      self={viewer.email}
      mayAddOptions={mayAct(viewer.role, "supervisor")}
      save={save}
      onSaved={onSaved}
    />
  );
}

type FormName = keyof typeof SAMPLE_FORMS;

const OPTIONS = keysOf(SAMPLE_FORMS).map((name) => ({
  value: name,
  label: SAMPLE_FORMS[name].policy,
}));

/**
 * Switches between the two forms for a new sample, which differ in whether they accept a duplicate
 * IMEI. Typed values are kept.
 */
function PolicySwitch({ current }: { current: FormName }) {
  const navigate = useNavigate();
  return (
    <div data-below className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-sm text-muted-foreground" aria-hidden>
        Duplicate IMEI
      </span>
      <SegmentedControl
        label="Duplicate IMEI"
        options={OPTIONS}
        current={current}
        onChange={(name) => void navigate({ to: SAMPLE_FORMS[name].path, replace: true })}
      />
    </div>
  );
}

const storedDraft = z.object({
  owner: z.string(),
  /** `performance.timeOrigin` of the page that wrote the draft. */
  page: z.number(),
  values: sampleShape,
});

type Draft = {
  readonly values: SampleInput;
  /** True if it was typed before this page was loaded. */
  readonly isFromBefore: boolean;
};

/**
 * Stores what `owner` (an e-mail) typed into the form for a new sample. Both forms share one draft,
 * so switching between them keeps the values.
 */
function keepDraft(owner: string, { receiveDate, ...values }: SampleInput): void {
  // A date that does not parse is not stored: JSON has no NaN.
  const day = Number.isNaN(receiveDate) ? {} : { receiveDate };
  const draft = { owner, page: performance.timeOrigin, values: { ...values, ...day } };
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Storage is full or disabled: the draft lasts until the page is closed.
  }
}

/** Returns the draft of `owner`; null when there is none or the stored text is invalid. */
function readDraft(owner: string): Draft | null {
  try {
    const draft = storedDraft.parse(JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? "null"));
    const isFromBefore = draft.page !== performance.timeOrigin;
    return draft.owner === owner ? { values: draft.values, isFromBefore } : null;
  } catch {
    return null;
  }
}
