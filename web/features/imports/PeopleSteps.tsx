import { useConvex } from "convex/react";
import { useMemo, useState } from "react";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { UnsavedGuard } from "@/components/forms/UnsavedGuard";
import { Select } from "@/components/ui/select";
import { passwordsNotImported } from "#domain/common/messages";
import { readPeopleColumns } from "#domain/imports/peopleSheet";
import {
  isPersonField,
  PERSON_FIELDS,
  PERSON_LABELS,
  PERSON_POLICIES,
  type PersonPolicy,
} from "#domain/people/personRows";
import { ColumnsStep } from "./ColumnsStep";
import type { ImportStepsProps } from "./ImportCard";
import { ImportRun } from "./importRun";
import { PEOPLE_WORDS, peopleImport } from "./peopleImport";
import { RowsStep } from "./RowsStep";
import { StepSection } from "./StepSection";
import { UploadBar } from "./UploadBar";
import { useChosenFields } from "./columnChoices";
import { useCheckWhenReady, useImportRun } from "./useImportRun";

const CHOICES = { key: "importPeopleColumns", isField: isPersonField };
const POLICY_LABELS: Readonly<Record<PersonPolicy, string>> = {
  skip: "Leave them as they are",
  update: "Change their settings",
};

/** Steps of an import of people: columns, existing people, rows, import. */
export function PeopleSteps({ file, onSending }: ImportStepsProps) {
  const client = useConvex();
  const { sheet } = file;
  const [chosen, choose] = useChosenFields(CHOICES, sheet.headings);
  const [onDuplicate, setOnDuplicate] = useState<PersonPolicy>("skip");
  const { run, isSending, isFixed, check, reset } = useImportRun(onSending);
  const columns = useMemo(
    () => readPeopleColumns(sheet.headings, chosen),
    [sheet.headings, chosen],
  );
  const [passwords] = columns.passwords;
  const start = () => {
    const kind = peopleImport({ client, fields: columns.fields, onDuplicate });
    check(new ImportRun({ kind, rows: sheet.rows }));
  };
  const isReady = passwords === undefined && columns.missing.length === 0;
  useCheckWhenReady(isReady, run, start);
  return (
    <>
      <UnsavedGuard isDirty={isSending} />
      {passwords === undefined ? (
        <>
          <ColumnsStep
            sheet={sheet}
            columns={columns}
            choices={PERSON_FIELDS}
            labels={PERSON_LABELS}
            isDisabled={isFixed}
            onChoose={(heading, field) => {
              choose(heading, field);
              reset();
            }}
          />
          <PolicyStep
            policy={onDuplicate}
            isDisabled={isFixed}
            onChange={(next) => {
              setOnDuplicate(next);
              reset();
            }}
          />
        </>
      ) : (
        // No examples of values: one of the columns may hold passwords.
        <div className="p-4 sm:p-5">
          <Banner tone="error">{passwordsNotImported(passwords)}</Banner>
        </div>
      )}
      {run && <RowsStep run={run} headings={sheet.headings} />}
      <UploadBar
        words={PEOPLE_WORDS}
        run={run}
        isReady={isReady}
        needs={passwords === undefined && columns.missing.length > 0 ? "columns" : undefined}
        onCheck={start}
        file={file}
      />
    </>
  );
}

type PolicyStepProps = {
  policy: PersonPolicy;
  isDisabled: boolean;
  onChange: (policy: PersonPolicy) => void;
};

/** Asks how to treat rows of people who already have an account or an invitation. */
function PolicyStep({ policy, isDisabled, onChange }: PolicyStepProps) {
  return (
    <StepSection
      title="Existing people"
      note="No one is invited twice. Empty cells change nothing."
    >
      <Field label="If a person already has an account or an invitation" className="max-w-sm">
        {(control) => (
          <Select
            {...control}
            disabled={isDisabled}
            value={policy}
            onChange={({ target }) => {
              const next = PERSON_POLICIES.find((each) => each === target.value);
              if (next) onChange(next);
            }}
          >
            {PERSON_POLICIES.map((each) => (
              <option key={each} value={each}>
                {POLICY_LABELS[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </StepSection>
  );
}
