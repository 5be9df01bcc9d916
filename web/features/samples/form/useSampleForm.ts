import { useConvex, useQuery, type ConvexReactClient } from "convex/react";
import { useEffect, useState } from "react";
import {
  useForm,
  useWatch,
  type Control,
  type FieldErrors,
  type UseFormReturn,
} from "react-hook-form";
import { toastRefusal } from "@/components/sample/refusalText";
import { useIsMounted } from "@/hooks/useIsMounted";
import { hasFinePointer } from "@/hooks/useMediaQuery";
import { useSend } from "@/hooks/useWaiting";
import { dropDraft } from "@/lib/sampleDraft";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../../convex/_generated/api";
import { deviceName } from "#domain/samples/deviceName";
import { NO_TEXTS, type SampleInput, type StatedField } from "#domain/samples/fields";
import type { SampleFormKind } from "./forms";
import type { RegisteredSample } from "./JustRegistered";
import { nextOfSeries, statedFields, type StatedFields } from "./sampleValues";
import { useDuplicates, type TakenIdentifier, type Identifiers } from "./useDuplicates";
import { useSections } from "./useSections";
import { fullSampleResolver, newSampleResolver, TAKEN_ALERT, FIELDS_ALERT } from "./validate";
import type { PickListKind } from "#domain/samples/pickLists";
import { MESSAGES } from "#domain/common/messages";
import { attempt } from "@/lib/connection/attempt";
import { withConnection } from "@/lib/connection/connection";

export type Saved = { sampleId: string; duplicate: "none" | "imei1" | "imei2" | "both" };

export type SampleFormOptions = {
  kind: SampleFormKind;
  initial: SampleInput;
  /** True if `initial` is a stored draft, so it counts as unsaved. */
  isDraft?: boolean;
  /** Stores what is typed; must be the same function at every render. */
  keep?: (values: SampleInput) => void;
  /** Id of the sample being edited; undefined: a new sample. */
  editedId?: string;
  /** Shown, but not editable by this person. */
  readOnly: readonly StatedField[];
  /** Runs the mutation; its rejection is shown in the form. */
  save: (input: { transactionId: string; fields: StatedFields }) => Promise<Saved>;
  /** @param isSeries the form stays open for the next sample of a series */
  onSaved: (saved: Saved, isSeries: boolean) => void;
};

/** State of a sample's form: its fields, the warnings next to them, and how it is sent. */
export function useSampleForm(props: SampleFormOptions) {
  const { kind, initial, keep, editedId, readOnly, save } = props;
  const isNew = editedId === undefined;
  const isRejecting = kind.duplicates === "reject";
  const client = useConvex();
  const options = useQuery(api.lookups.options, {});
  const [transactionId, setTransactionId] = useState(newTransactionId); // one per opened form
  const send = useSend();
  const isMounted = useIsMounted();
  const [isDone, setIsDone] = useState(false);
  const [isDraft, setIsDraft] = useState(props.isDraft ?? false);
  const [registered, setRegistered] = useState<readonly RegisteredSample[]>([]);

  const sections = kind.sections.map((section) => ({
    ...section,
    fields: section.fields.filter((field) => isNew || !field.isNewOnly),
  }));
  const shown = sections.flatMap(({ fields }) => fields.map(({ name }) => name));
  const asked = shown.filter((name) => !readOnly.includes(name));
  const form = useForm<SampleInput>({
    defaultValues: initial,
    shouldFocusError: false, // its section may be folded: see `reveal`
    resolver: isRejecting
      ? fullSampleResolver(asked, options)
      : newSampleResolver(asked, isNew, options),
  });
  useFieldsAlert(form);
  const folds = useSections({ form, sections, asked, isFoldable: isNew });
  const { subscribe, setFocus } = form;
  useEffect(() => {
    if (isNew && hasFinePointer()) setFocus("serialNumber");
  }, [isNew, setFocus]);
  useEffect(() => {
    if (keep === undefined || isDone) return;
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [subscribe, keep, isDone]);
  const [imei1, imei2, serialNumber] = useWatch({
    control: form.control,
    name: ["imei1", "imei2", "serialNumber"],
  });
  const offered = useOfferedOptions(options, form.control);
  const typed = { imei1, imei2, serialNumber };
  const taken: Partial<Record<StatedField, TakenIdentifier>> = useDuplicates(typed, editedId);

  /**
   * Shows each problem at its field, or above the buttons if the form has no such field. The first
   * field gets the focus. If the form was left meanwhile, a toast shows the problems.
   */
  const show = (problems: readonly FormProblem[]) => {
    if (!isMounted()) return toastRefusal(problems.map(({ message }) => message).join(" "));
    problems.forEach(({ field, message }, index) => {
      const name = shown.find((name) => name === field);
      const shouldFocus = name !== undefined && index === 0;
      const isSummary = name === undefined && problems.length > 1;
      form.setError(name ?? "root", { message, ...(isSummary && { type: TAKEN_ALERT }) });
      if (shouldFocus) folds.reveal(name);
    });
  };
  const revealError = (errors: FieldErrors<SampleInput>) => {
    const first = shown.find((name) => errors[name] !== undefined);
    if (first !== undefined) folds.reveal(first);
  };

  const submit = ({ isSeries }: { isSeries: boolean }) =>
    form.handleSubmit(async (fields) => {
      const label = (isNew ? kind.add : kind.edit).title;
      const outcome = await send({ id: transactionId, label }, async () => {
        const problems = isRejecting
          ? await checkDuplicates(client, fields, isNew ? NO_TEXTS : initial, editedId)
          : [];
        if (problems.length > 0) return { problems };
        return { saved: await save({ transactionId, fields: statedFields(fields) }) };
      });
      if (outcome === null) return;
      if (!outcome.ok) return show([{ field: outcome.field ?? "root", message: outcome.message }]);
      const { saved, problems } = outcome.value;
      if (saved === undefined) return show(problems);
      if (isSeries) {
        // Without keepFieldsRef, reset drops the inputs and setFocus finds none.
        form.reset(nextOfSeries(fields), { keepFieldsRef: true });
        const { sampleId } = saved;
        const { serialNumber } = fields;
        const device = deviceName(fields);
        setRegistered((before) => [{ sampleId, serialNumber, device }, ...before]);
        form.setFocus("serialNumber");
        setIsDraft(false);
        setTransactionId(newTransactionId());
      } else {
        setIsDone(true);
      }
      if (isNew) dropDraft(); // after the reset, which is a change that would be stored
      props.onSaved(saved, isSeries);
    }, revealError);

  return {
    form,
    sections,
    folds,
    registered,
    /** True if a sample was saved and the form stayed open for the next one. */
    isSeries: registered.length > 0,
    offered,
    taken,
    submit,
    transactionId,
    isLoading: options === undefined,
    isDone,
    /** True while the typed values are unsaved. */
    isDirty: (form.formState.isDirty || isDraft) && !isDone,
  };
}

type Options = Record<PickListKind, string[]>;

/** The values that fields suggest. For the model, those registered with the brand come first. */
function useOfferedOptions(
  options: Options | undefined,
  control: Control<SampleInput>,
): Options | undefined {
  const brand = useWatch({ control, name: "brand" }).trim();
  const isKnown = options?.brandModel.includes(brand) ?? false;
  const ofBrand = useQuery(api.lookups.modelsOfBrand, isKnown ? { brand } : "skip");
  if (options === undefined || ofBrand === undefined) return options;
  return { ...options, deviceModal: [...new Set([...ofBrand, ...options.deviceModal])] };
}

/** Keeps the alert above the buttons accurate while people correct the fields it lists. */
function useFieldsAlert(form: UseFormReturn<SampleInput>): void {
  const { subscribe, trigger, clearErrors } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // The form validates only the changed field, but the alert covers all of them.
        callback: ({ errors }) => {
          if (errors?.root?.type === FIELDS_ALERT) void trigger();
        },
      }),
    [subscribe, trigger],
  );
  const { root, ...atFields } = form.formState.errors;
  const isFree = root?.type === TAKEN_ALERT && Object.keys(atFields).length === 0;
  useEffect(() => {
    if (isFree) clearErrors("root");
  }, [isFree, clearErrors]);
}

/** A problem that prevents saving: in one field, or in the whole form (`root`). */
type FormProblem = { field: string; message: string };

const IDENTIFIERS = ["imei1", "imei2", "serialNumber"] as const;

/**
 * Asks the server, before the full form is saved, whether other samples have the typed identifiers
 * (docs/product.md, "Registration: live check"). Skips identifiers that the edited sample already
 * had. The mutation checks again, in the transaction that saves.
 *
 * @param before the sample's identifiers; empty texts for a new sample
 */
async function checkDuplicates(
  client: ConvexReactClient,
  typed: Identifiers,
  before: Identifiers,
  editedId: string | undefined,
): Promise<FormProblem[]> {
  const changed = IDENTIFIERS.filter((field) => typed[field].trim() !== before[field]);
  if (changed.length === 0) return [];
  const answer = client.query(api.identifiers.check, {
    ...Object.fromEntries(changed.map((field) => [field, typed[field].trim()])),
    ...(editedId !== undefined && { exceptSampleId: editedId }),
  });
  const outcome = await attempt(withConnection(client, answer));
  if (!outcome.ok) {
    const message = outcome.code === null ? MESSAGES.duplicateCheckFailed : outcome.message;
    return [{ field: "root", message }];
  }
  if (outcome.value.length === 0) return [];
  const taken = outcome.value.map(({ field, message }) => ({ field, message }));
  return [...taken, { field: "root", message: MESSAGES.resolveDuplicates }];
}
